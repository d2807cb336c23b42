import { type KeyboardEvent, useState } from 'react'
import {
  EVIDENCE_LABELS,
  EVIDENCE_PARTS,
  type EvidencePart,
  evidenceField,
  isEvidenceValid,
} from '#app/features/questionnaires/evidence.ts'
import { EVIDENCE_HINT, evidenceError } from '#app/features/questionnaires/evidence-texts.ts'
import {
  type Answers,
  type AnswerValue,
  type ClosedQuestion,
  DONT_KNOW,
} from '#app/features/questionnaires/questionnaire.ts'
import type { SectionAnswer } from '#app/features/questionnaires/respond-texts.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { TextArea, TextField } from '#app/kit/ui/text-field.tsx'

type EvidenceProps = {
  question: Pick<ClosedQuestion, 'field' | 'number'>
  answers: Answers
  /** Texts that a form without scripts could not save. */
  refused?: SectionAnswer | undefined
  onAnswer: (field: string, value: AnswerValue) => void
  onLeave: () => void
}

const textOf = (value: AnswerValue | undefined): string => (typeof value === 'string' ? value : '')

/**
 * Where somebody may show why an answer has its level: a quiet button, and the fields once they are asked for or have a text.
 * Without scripts they are there to unfold.
 */
export function Evidence({ question, answers, refused, onAnswer, onLeave }: EvidenceProps) {
  const { field, number } = question
  const [isOpen, setOpen] = useState(false)
  const level = answers[field]
  const hasLevel = typeof level === 'number' && level !== DONT_KNOW
  const isGiven = EVIDENCE_PARTS.some(part => {
    const name = evidenceField(field, part)
    return textOf(answers[name]) !== '' || refused?.values[name] !== undefined
  })
  const fields = (
    <EvidenceFields
      field={field}
      answers={answers}
      refused={refused}
      isAsked={isOpen}
      onAnswer={(name, value) => {
        setOpen(true)
        onAnswer(name, value)
      }}
      onLeave={onLeave}
    />
  )
  if (isOpen || isGiven) return fields
  return (
    <>
      <Button
        variant="link"
        size="sm"
        // Its place is kept where questions follow each other: an answer moves none of them.
        className={classNames('justify-self-start noscript:hidden', !hasLevel && 'max-sm:hidden sm:invisible')}
        aria-label={`Agregar evidencia a la pregunta ${number}`}
        onClick={() => setOpen(true)}
      >
        Agregar evidencia
      </Button>
      <noscript>
        <details>
          <summary className="cursor-pointer py-2 text-sm font-medium text-copper-strong">Agregar evidencia</summary>
          {fields}
        </details>
      </noscript>
    </>
  )
}

type EvidenceFieldsProps = Omit<EvidenceProps, 'question'> & {
  field: string
  /** Whether the fields have just been asked for, and take the focus. */
  isAsked: boolean
}

/** Enter would submit the form, and with it leave the section. */
const keepEnter = (event: KeyboardEvent<HTMLInputElement>): void => {
  if (event.key === 'Enter') event.preventDefault()
}

/** A note and a link, both optional. */
function EvidenceFields({ field, answers, refused, isAsked, onAnswer, onLeave }: EvidenceFieldsProps) {
  const [focusOnce] = useState(() => (isAsked ? (control: HTMLElement | null) => control?.focus() : undefined))
  /** What is typed and can't be saved yet, until its field is left. */
  const [unfinished, setUnfinished] = useState<Partial<Record<EvidencePart, string>>>({})
  const [typed, setTyped] = useState<readonly EvidencePart[]>([])

  function control(part: EvidencePart) {
    const name = evidenceField(field, part)
    const stored = textOf(answers[name])
    const value = unfinished[part] ?? (typed.includes(part) ? stored : (refused?.values[name] ?? stored))
    return {
      id: name.replace(':', '-'),
      name,
      label: EVIDENCE_LABELS[part],
      optional: true,
      value,
      // A link is judged when it is left, a note while it grows.
      error: part === 'note' || unfinished[part] === undefined ? evidenceError(part, value) : undefined,
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
        setTyped(known => [...known, part])
        const isReady = isEvidenceValid(part, currentTarget.value)
        setUnfinished(known => ({ ...known, [part]: isReady ? undefined : currentTarget.value }))
        if (isReady) onAnswer(name, currentTarget.value)
      },
      onBlur: () => {
        const kept = unfinished[part]
        setUnfinished(known => ({ ...known, [part]: undefined }))
        if (kept !== undefined) onAnswer(name, kept)
        onLeave()
      },
    }
  }

  return (
    <div className="grid gap-3 border-l-2 border-line py-1 pl-4">
      <p className="text-sm text-muted">{EVIDENCE_HINT}</p>
      <TextArea {...control('note')} ref={focusOnce} rows={2} />
      <TextField
        {...control('link')}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        onKeyDown={keepEnter}
      />
    </div>
  )
}
