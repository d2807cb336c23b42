import { useEffect, useLayoutEffect, useRef } from 'react'
import { classNames, controlClass } from '#app/kit/ui/class-names.ts'
import { FieldNotes, useFieldIds } from '#app/kit/ui/field.tsx'
import { useHydrated } from '#app/kit/ui/use-hydrated.ts'
import {
  chipAround,
  chipBeside,
  fill,
  hasTypedTokens,
  isPlain,
  keepEdges,
  markupOf,
  partnerOf,
  textOf,
} from './chip-dom.ts'

type ChipFieldProps = {
  label: string
  hideLabel?: boolean | undefined
  name: string
  defaultValue: string
  required?: boolean | undefined
  /** Whether it has a line per item; otherwise Enter asks for another block. */
  hasLines?: boolean | undefined
  hint?: string | undefined
  error?: string | undefined
  onEnter?: (() => void) | undefined
  /** Called when the caret comes into the field; the toolbar inserts there. */
  onFocus: (field: ChipField) => void
}

/** What the toolbar does in a field. */
export type ChipField = {
  label: string
  /** Puts a placeholder where the caret was. */
  insert(name: string): void
  /** Gives the selected text a condition. False: it has one already. */
  wrap(condition: string): boolean
}

// Browsers have no successor for it: only its changes are known to their undo.
const command = (name: 'insertLineBreak' | 'insertHTML' | 'delete', value?: string) =>
  document.execCommand(name, false, value)

function select(range: Range): void {
  const selection = getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}

/** The selection within the element; undefined when it is somewhere else. */
function rangeIn(root: HTMLElement): Range | undefined {
  const selection = getSelection()
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
  return range && root.contains(range.commonAncestorContainer) ? range : undefined
}

/** Inserts a text with its chips. Browsers leave the caret in an inserted chip, where nothing can be typed. */
function insertText(root: HTMLElement, text: string): void {
  command('insertHTML', markupOf(text))
  const range = rangeIn(root)
  const chip = range && chipAround(root, range.endContainer)
  if (!chip) return
  const after = document.createRange()
  after.setStartAfter(chip)
  select(after)
}

/** Removes a chip as one key press, and the other end of its phrase with it; the text in between stays. */
function removeChip(chip: HTMLElement): void {
  const partner = partnerOf(chip)
  const ends = partner === undefined ? [chip] : [chip, partner]
  const ordered = ends.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1,
  )
  for (const end of ordered) {
    const range = document.createRange()
    range.selectNode(end)
    select(range)
    command('delete')
  }
}

/**
 * A text with its data as chips. It is a textarea, which keeps the text in its written form (`{nombre}`) and is all there
 * is without scripts; over it, an editable element shows the same text.
 */
export function ChipField(props: ChipFieldProps) {
  const {
    label,
    hideLabel = false,
    name,
    defaultValue,
    required = false,
    hasLines = false,
    hint,
    error,
    onEnter,
    onFocus,
  } = props
  const { control, aria } = useFieldIds({ id: undefined, hint, error })
  const area = useRef<HTMLTextAreaElement>(null)
  const editable = useRef<HTMLDivElement>(null)
  const isReady = useHydrated()
  const handlers = useRef({ onEnter, onFocus, hasLines, label })

  useEffect(() => {
    handlers.current = { onEnter, onFocus, hasLines, label }
  })

  useLayoutEffect(() => {
    const root = editable.current
    const kept = area.current
    if (!isReady || !root || !kept) return
    fill(root, kept.value)
    // Somebody began to type before the scripts came.
    if (document.activeElement === kept) root.focus()
    const stop = new AbortController()
    const { signal } = stop
    let last: Range | undefined
    const field = (): ChipField => ({
      label: handlers.current.label,
      insert(datum) {
        resume()
        insertText(root, `{${datum}}`)
      },
      wrap(condition) {
        const range = resume()
        const selected = range ? textOf(range.cloneContents()) : ''
        if (!isPlain(selected)) return false
        insertText(root, `[si ${condition}: ${selected || 'texto'}]`)
        return true
      },
    })
    /** The caret returns to where it was before the toolbar was used. */
    const resume = () => {
      root.focus()
      if (last) select(last)
      return rangeIn(root)
    }
    const store = () => {
      if (!root.textContent) root.replaceChildren()
      keepEdges(root)
      kept.value = textOf(root)
    }
    root.addEventListener(
      'input',
      event => {
        // Undo selects the chip that it brings back, so that the next letter would replace it.
        if (event instanceof InputEvent && event.inputType.startsWith('history')) getSelection()?.collapseToEnd()
        store()
      },
      { signal },
    )
    root.addEventListener('compositionend', store, { signal })
    root.addEventListener('focus', () => handlers.current.onFocus(field()), { signal })
    root.addEventListener(
      'blur',
      () => {
        last = rangeIn(root)?.cloneRange()
        if (!hasTypedTokens(root)) return
        fill(root, kept.value)
        last = undefined
      },
      { signal },
    )
    document.addEventListener(
      'selectionchange',
      () => {
        if (document.activeElement === root) last = rangeIn(root)?.cloneRange() ?? last
      },
      { signal },
    )
    root.addEventListener('beforeinput', event => event.inputType.startsWith('format') && event.preventDefault(), {
      signal,
    })
    const pasted = (event: Event, transfer: DataTransfer | null) => {
      event.preventDefault()
      const text = (transfer?.getData('text/plain') ?? '').replaceAll(/\r\n?/g, '\n')
      const own = handlers.current.hasLines ? text : text.replaceAll(/\s*\n\s*/g, ' ')
      if (own !== '') insertText(root, own)
    }
    root.addEventListener('paste', event => pasted(event, event.clipboardData), { signal })
    root.addEventListener('drop', event => event.preventDefault(), { signal })
    for (const type of ['copy', 'cut'] as const) {
      root.addEventListener(
        type,
        event => {
          const range = rangeIn(root)
          if (!range || range.collapsed) return
          event.preventDefault()
          event.clipboardData?.setData('text/plain', textOf(range.cloneContents()))
          if (type === 'cut') command('delete')
        },
        { signal },
      )
    }
    root.addEventListener(
      'keydown',
      event => {
        if (event.isComposing) return
        if (event.key === 'Enter') {
          event.preventDefault()
          if (handlers.current.hasLines) command('insertLineBreak')
          else handlers.current.onEnter?.()
          return
        }
        if (event.key !== 'Backspace' && event.key !== 'Delete') return
        const range = rangeIn(root)
        const chip = range?.collapsed
          ? chipBeside(root, range, event.key === 'Backspace' ? 'before' : 'after')
          : undefined
        if (!chip) return
        event.preventDefault()
        removeChip(chip)
      },
      { signal },
    )
    return () => stop.abort()
  }, [isReady])

  return (
    <div className="min-w-0">
      <label
        id={`${control}-label`}
        htmlFor={isReady ? undefined : control}
        className={hideLabel ? 'sr-only' : 'mb-1.5 block text-md font-medium'}
      >
        <span>{label}</span>
        {required && (
          <span aria-hidden="true" className="text-copper">
            {' *'}
          </span>
        )}
      </label>
      <textarea
        ref={area}
        {...aria}
        id={control}
        name={name}
        required={required}
        rows={1}
        hidden={isReady}
        defaultValue={defaultValue}
        className={classNames(controlClass, 'field-sizing-content min-h-11 resize-y py-2.5 leading-relaxed')}
      />
      {isReady && (
        // biome-ignore lint/a11y/useSemanticElements: no native control shows chips in its text.
        <div
          ref={editable}
          role="textbox"
          tabIndex={0}
          contentEditable
          suppressContentEditableWarning
          aria-multiline={hasLines}
          aria-required={required || undefined}
          aria-labelledby={`${control}-label`}
          {...aria}
          spellCheck
          className={classNames(
            controlClass,
            'min-h-11 py-2.5 leading-relaxed whitespace-pre-wrap wrap-anywhere focus-visible:outline-2',
          )}
        />
      )}
      <FieldNotes control={control} hint={hint} error={error} />
    </div>
  )
}
