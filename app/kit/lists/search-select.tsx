import ChevronDown from 'lucide-react/icons/chevron-down'
import { type Ref, useCallback, useEffect, useId, useRef, useState } from 'react'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { classNames, controlClass } from '#app/kit/ui/class-names.ts'
import { Field } from '#app/kit/ui/field.tsx'
import { NativeSelect } from '#app/kit/ui/inline-select.tsx'
import { useCombobox } from '#app/kit/ui/use-combobox.ts'
import { useHydrated } from '#app/kit/ui/use-hydrated.ts'
import { readSearch, searchedBeginning } from './list-address.ts'

/** An option; `detail`, on a second line, tells apart two of the same name. */
export type SearchOption = { value: string; label: string; detail?: string | undefined }

type SearchSelectProps = {
  label: string
  id?: string | undefined
  name: string
  defaultValue: string
  /** The option of the empty value ('Todos'). Without it one of the others is always selected. */
  all?: string | undefined
  /** Shown while nothing is selected; else `all`. */
  placeholder?: string | undefined
  /** Offered before somebody types; they include the selected one. */
  options: readonly SearchOption[]
  /** Address whose answer has the `options` of its parameter `search`. */
  from: string
  /** The id of its form, for a field outside of it. */
  form?: string | undefined
  /** The input with the selected value. */
  inputRef?: Ref<HTMLInputElement>
  /** Called when another option was selected; the form has its value by then. */
  onSelect?: ((input: HTMLInputElement) => void) | undefined
  /** Of the field itself. */
  className?: string | undefined
}

/** What the server answers to `from`: the options for a text. */
export type FoundOptions = { search: string; options: readonly SearchOption[] }

/** Milliseconds without input after which the options are asked for. */
const PAUSE_MS = 120

/**
 * Selects one of more options than a menu holds: those offered, or what the server finds for the typed text. Without
 * scripts it is a native select of those offered.
 */
export function SearchSelect(props: SearchSelectProps) {
  const isHydrated = useHydrated()
  if (isHydrated) return <Combobox {...props} />
  const { label, id, name, defaultValue, all, placeholder = all, options, form, className } = props
  return (
    <NativeSelect
      id={id}
      name={name}
      form={form}
      aria-label={label}
      defaultValue={defaultValue}
      placeholder={placeholder}
      options={options}
      className={className}
    />
  )
}

const NOTHING: SearchOption = { value: '', label: '' }

function Combobox(props: SearchSelectProps) {
  const { label, name, defaultValue, all, placeholder = all, from, form, inputRef, onSelect, className } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const hidden = useRef<HTMLInputElement>(null)
  const given = (): SearchOption => props.options.find(({ value }) => value === defaultValue) ?? NOTHING
  const [selected, setSelected] = useState(given)
  const [initial, setInitial] = useState(defaultValue)
  if (initial !== defaultValue) {
    setInitial(defaultValue)
    setSelected(given)
  }
  const [typed, setTyped] = useState('')
  const found = useFound(from, typed, props.options)
  const cut = searchedBeginning(typed)
  const canClear = all !== undefined && selected.value !== ''
  const offered = canClear ? [{ ...NOTHING, label: all }, ...props.options] : props.options
  const options: readonly SearchOption[] = found ?? offered
  const optionId = useCallback((index: number) => `${id}option-${index}`, [id])
  const { open, active, show, close } = useCombobox({
    input,
    listId: `${id}list`,
    count: options.length,
    optionId,
    onType: setTyped,
  })

  const reset = (text: string) => {
    if (input.current) input.current.value = text
    setTyped('')
  }
  useEffect(() => {
    if (input.current) input.current.value = selected.label
  }, [selected.label])
  const select = (option: SearchOption) => {
    const next = option.value === '' ? NOTHING : option
    setSelected(next)
    reset(next.label)
    close()
    if (next.value === selected.value || !hidden.current) return
    // The form is read before the next render.
    hidden.current.value = next.value
    onSelect?.(hidden.current)
  }

  return (
    <div className="relative min-w-0">
      <input
        ref={element => {
          hidden.current = element
          if (typeof inputRef === 'function') inputRef(element)
          else if (inputRef) inputRef.current = element
        }}
        type="hidden"
        name={name}
        form={form}
        value={selected.value}
      />
      <input
        ref={input}
        id={props.id}
        aria-label={label}
        defaultValue={selected.label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onFocus={event => event.target.select()}
        onClick={show}
        onBlur={() => reset(selected.label)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || active >= 0 || !found) return
          event.preventDefault()
          if (found[0]) select(found[0])
        }}
        className={classNames(controlClass, 'min-h-11 truncate pr-10 placeholder:text-ink!', className)}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-[1.125rem] -translate-y-1/2 text-muted"
      />
      <p role="status" className="sr-only">
        {`${cut ? `${cut} ` : ''}${open ? `${countOf(options.length, 'opción', 'opciones')}. Usa las flechas para ${inNumber(options.length, 'recorrerla', 'recorrerlas')}.` : ''}${found?.length === 0 ? 'Sin coincidencias.' : ''}`}
      </p>
      {open && (
        <div
          id={`${id}list`}
          role="listbox"
          aria-label={label}
          tabIndex={-1}
          // Keeps the focus in the field: a click on an option would otherwise close the list first.
          onPointerDown={event => event.preventDefault()}
          // Wider than its field to the left: the last filter of a list is at the right edge.
          className="absolute top-full right-0 z-30 mt-1.5 max-h-80 w-full overflow-y-auto sm:w-max sm:max-w-104 sm:min-w-full overscroll-contain rounded-md border border-line bg-surface py-1.5 shadow-raised"
        >
          {cut && (
            <p aria-hidden="true" className="px-4 pt-1 pb-2 text-xs text-muted">
              {cut}
            </p>
          )}
          {options.map((option, index) => (
            <button
              key={option.value}
              id={optionId(index)}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={option.value === selected.value}
              onClick={() => select(option)}
              className={classNames(
                'block min-h-10 w-full px-4 py-2 text-left text-md wrap-anywhere pointer-coarse:min-h-11 hover:bg-ink/6 aria-selected:font-medium',
                index === active && 'bg-copper-soft shadow-[inset_3px_0_0_var(--color-copper)]',
              )}
            >
              <span>{option.label}</span>
              {option.detail && <span className="block text-sm text-muted">{option.detail}</span>}
            </button>
          ))}
        </div>
      )}
      {found?.length === 0 && (
        <p
          aria-hidden="true"
          className="absolute top-full left-0 z-30 mt-1.5 w-full rounded-md border border-line bg-surface px-4 py-3 text-md text-muted shadow-raised"
        >
          {`Sin coincidencias.${cut ? ` ${cut}` : ''}`}
        </p>
      )}
    </div>
  )
}

/**
 * What a typed text finds; undefined without one. Until its answer is there, those known that contain it, so that Enter
 * never selects what was found for another text.
 */
function useFound(from: string, typed: string, offered: readonly SearchOption[]) {
  const { load, data } = useFetcher<FoundOptions>()
  const text = readSearch(typed)
  useEffect(() => {
    if (text === '') return
    const pause = setTimeout(() => void load(`${from}?search=${encodeURIComponent(text)}`), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [from, text, load])
  if (text === '') return undefined
  if (data?.search === text) return data.options
  const part = text.toLowerCase()
  return (data?.options ?? offered).filter(({ label }) => label.toLowerCase().includes(part))
}

/** The same with its label above. */
export function SearchSelectField({ label, ...props }: Omit<SearchSelectProps, 'id'>) {
  const id = useId()
  return (
    <Field control={id} label={label}>
      <SearchSelect {...props} id={id} label={label} />
    </Field>
  )
}
