import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Trash2 from 'lucide-react/icons/trash-2'
import { type MouseEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { type BlockStep, emptyBlock, readStep, takeStep } from '#app/features/texts/mail-steps.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { NativeSelect } from '#app/kit/ui/inline-select.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import type { DocumentBlock, MailDocument } from '#app/mails/mail-document.ts'
import { BLOCK_KINDS, type BlockKind, readCondition } from '#app/mails/mail-text.ts'
import { conditionWords, datumWords, FIELD_LABELS, KIND_LABELS } from '#app/mails/mail-words.ts'
import { ChipField, type ChipField as Field } from './chip-field.tsx'
import { MailToolbar, WritingHelp } from './mail-toolbar.tsx'

type MailFieldsProps = {
  document: MailDocument
  /** Names of the texts besides the blocks. */
  fields: readonly string[]
  /** Those that may not be empty. */
  filled: readonly string[]
  hasBlocks: boolean
  /** Placeholders that exist here, and those that must stay. */
  data: readonly string[]
  required: readonly string[]
  conditions: readonly string[]
  /** The datum that the button leads to; undefined where there is none. */
  link: string | undefined
  errors: Readonly<Record<string, string>>
}

type Block = DocumentBlock & { id: number }

const FIELD_HINTS: Readonly<Record<string, string>> = {
  preheader: 'Lo que se lee junto al asunto en la bandeja de entrada.',
}

const LINES_HINTS: Partial<Record<BlockKind, string>> = {
  list: 'Cada línea es un punto.',
  details: 'Cada línea es una fila: «Nombre: valor».',
}

/** Texts before the body, in the order of reading; the others come after it. */
const FIRST = ['subject', 'preheader', 'greeting']

/** Parts of the editor that change what a mail is made of: there once somebody asks for them, and without scripts. */
const STRUCTURE = 'scripted:group-data-plain/mail:hidden'

/** A mail as one document: its texts and, on demand, its blocks with their conditions. */
export function MailFields(props: MailFieldsProps) {
  const { document, fields, filled, hasBlocks, data, required, conditions, link, errors } = props
  const root = useRef<HTMLDivElement>(null)
  const { blocks, change } = useBlocks(document.blocks, root)
  const [target, setTarget] = useState<Field>()
  const [moved, setMoved] = useState<typeof errors>()
  const [isPlain, setPlain] = useState(true)
  const field = (name: string) => (
    <ChipField
      key={name}
      label={FIELD_LABELS[name] ?? name}
      name={`texto.${name}`}
      defaultValue={document.texts[name] ?? ''}
      required={filled.includes(name)}
      hint={FIELD_HINTS[name]}
      error={errors[`texto.${name}`]}
      onFocus={setTarget}
    />
  )
  const step = (own: BlockStep) => {
    setMoved(errors)
    change(own)
  }
  const onStep = (event: MouseEvent<HTMLButtonElement>) => {
    const own = readStep(event.currentTarget.value)
    if (!own) return
    event.preventDefault()
    step(own)
  }
  return (
    <div ref={root} data-plain={isPlain || undefined} className="group/mail grid min-w-0 gap-5">
      <MailToolbar target={target} data={data} conditions={conditions} structure={hasBlocks ? STRUCTURE : undefined} />
      <Panel
        title="Mensaje"
        description={`Debe decir: ${required.map(name => datumWords(name).toLowerCase()).join(', ')}.`}
        actions={
          hasBlocks && (
            <Checkbox
              label="Bloques y condiciones"
              checked={!isPlain}
              onChange={event => setPlain(!event.currentTarget.checked)}
              className="hidden scripted:block"
            />
          )
        }
      >
        <div className="grid gap-5">
          {fields.filter(name => FIRST.includes(name)).map(field)}
          {hasBlocks && (
            <section aria-label="Bloques" className="grid gap-4">
              <ol className="grid gap-5">
                {blocks.map((block, index) => (
                  <BlockFields
                    key={block.id}
                    block={block}
                    index={index}
                    last={blocks.length - 1}
                    conditions={conditions}
                    link={link}
                    error={moved === errors ? undefined : errors[`bloque.${index}`]}
                    onStep={onStep}
                    onEnter={() => step({ step: 'add', kind: 'paragraph', after: index })}
                    onFocus={setTarget}
                  />
                ))}
              </ol>
              <div className={classNames('flex flex-wrap gap-2', STRUCTURE)}>
                {BLOCK_KINDS.map(kind => (
                  <Button
                    key={kind}
                    type="submit"
                    name="intent"
                    value={`add.${kind}`}
                    variant="secondary"
                    size="sm"
                    onClick={onStep}
                  >
                    {`Agregar ${KIND_LABELS[kind].toLowerCase()}`}
                  </Button>
                ))}
              </div>
            </section>
          )}
          {fields.filter(name => !FIRST.includes(name)).map(field)}
        </div>
        <div className={classNames('mt-5', hasBlocks && STRUCTURE)}>
          <WritingHelp data={data} conditions={conditions} />
        </div>
      </Panel>
    </div>
  )
}

/** The blocks in their order, each with a name that stays when it moves. What is typed in them is in their fields. */
function useBlocks(initial: readonly DocumentBlock[], root: RefObject<HTMLElement | null>) {
  const [blocks, setBlocks] = useState<Block[]>(() => initial.map((block, id) => ({ ...block, id })))
  const [focus, setFocus] = useState<{ id: number; on: string }>()
  const next = useRef(initial.length)

  // The form has other fields now, which whoever watches it learns like typed input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the blocks is told.
  useEffect(() => {
    if (!focus) return
    root.current?.dispatchEvent(new Event('input', { bubbles: true }))
    const block = root.current?.querySelector(`[data-block="${focus.id}"]`)
    const wanted = block?.querySelector<HTMLElement>(focus.on)
    ;(wanted?.matches(':disabled') ? block?.querySelector<HTMLElement>('button:not(:disabled)') : wanted)?.focus()
  }, [blocks, focus])

  function change(step: BlockStep): void {
    const after = takeStep(blocks, step, kind => ({ ...emptyBlock(kind), id: next.current++ }))
    const isMove = step.step === 'up' || step.step === 'down'
    const added = after.find(block => !blocks.includes(block))
    const shown = isMove
      ? blocks[step.index]
      : (added ?? after[step.step === 'remove' ? step.index : 0] ?? after.at(-1))
    const id = shown?.id ?? -1
    const on = isMove ? `button[value^="${step.step}."]` : '[role=textbox]'
    setBlocks(after)
    setFocus({ id, on })
  }
  return { blocks, change }
}

type BlockFieldsProps = {
  block: Block
  index: number
  last: number
  conditions: readonly string[]
  link: string | undefined
  error: string | undefined
  onStep: (event: MouseEvent<HTMLButtonElement>) => void
  onEnter: () => void
  onFocus: (field: Field) => void
}

const optionOf = (value: string) => {
  const condition = readCondition(value)
  return { value, label: `Solo ${condition ? conditionWords(condition) : value}` }
}

function BlockFields({ block, index, last, conditions, link, error, onStep, onEnter, onFocus }: BlockFieldsProps) {
  const [kind, setKind] = useState(block.kind)
  const [condition, setCondition] = useState(block.condition)
  const id = useId()
  const label = `${KIND_LABELS[kind]} ${index + 1}`
  const values = [...new Set([...conditions.flatMap(name => [name, `no ${name}`]), block.condition])]
  // Where the button stands is for everybody to say; what else a mail is made of, for whoever asks for it.
  const isButton = kind === 'button'
  const structure = isButton ? STRUCTURE : undefined
  const steps = [
    { intent: `up.${index}`, text: `Subir ${label}`, Icon: ArrowUp, disabled: index === 0 },
    { intent: `down.${index}`, text: `Bajar ${label}`, Icon: ArrowDown, disabled: index === last },
    { intent: `remove.${index}`, text: `Quitar ${label}`, Icon: Trash2, disabled: false, className: structure },
  ]
  return (
    <li data-block={block.id} aria-labelledby={id} className="border-t border-line pt-4">
      <span id={id} className="sr-only">
        {label}
      </span>
      {condition !== '' && (
        <p className="mb-2 hidden text-sm text-muted scripted:group-data-plain/mail:block">
          {optionOf(condition).label}
        </p>
      )}
      <div className={classNames('mb-2 flex flex-wrap items-center gap-2', !isButton && STRUCTURE)}>
        {isButton && (
          <span aria-hidden="true" className="hidden text-md font-medium scripted:group-data-plain/mail:block">
            {KIND_LABELS[kind]}
          </span>
        )}
        <div className={structure}>
          <NativeSelect
            name={`bloque.${index}.clase`}
            aria-label={`Clase de ${label}`}
            value={kind}
            onChange={event => setKind(BLOCK_KINDS.find(known => known === event.currentTarget.value) ?? kind)}
            options={BLOCK_KINDS.map(value => ({ value, label: KIND_LABELS[value] }))}
            className="text-md"
          />
        </div>
        <div className={classNames('min-w-40 flex-1', structure)}>
          <NativeSelect
            name={`bloque.${index}.si`}
            aria-label={`Cuándo aparece ${label}`}
            defaultValue={block.condition}
            onChange={event => setCondition(event.currentTarget.value)}
            options={[{ value: '', label: 'Siempre' }, ...values.filter(value => value !== '').map(optionOf)]}
            className="text-md"
          />
        </div>
        <div className="ml-auto flex">
          {steps.map(({ intent, text, Icon, disabled, className }) => (
            <Button
              key={text}
              type="submit"
              name="intent"
              value={intent}
              variant="ghost"
              size="icon-sm"
              aria-label={text}
              title={text}
              disabled={disabled}
              className={className}
              onClick={onStep}
            >
              <Icon aria-hidden="true" />
            </Button>
          ))}
        </div>
      </div>
      <ChipField
        label={label}
        hideLabel
        name={`bloque.${index}.texto`}
        defaultValue={block.text}
        hasLines={kind === 'list' || kind === 'details'}
        hint={isButton && link !== undefined ? `Lleva a: ${datumWords(link)}.` : LINES_HINTS[kind]}
        error={error}
        onEnter={onEnter}
        onFocus={onFocus}
      />
    </li>
  )
}
