import { type RefObject, useEffect, useRef, useState } from 'react'
import { useHref } from 'react-router'
import type { MailPreview as Preview, Reader } from '#app/features/texts/mail-preview.server.ts'
import { SearchSelectField } from '#app/kit/lists/search-select.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { useHydrated } from '#app/kit/ui/use-hydrated.ts'
import type { PreviewAnswer } from './email-preview.ts'

type MailPreviewProps = {
  mail: string
  /** The form that is previewed. */
  form: RefObject<HTMLFormElement | null>
  formId: string
  initial: Preview
  /** The revision that is published. */
  saved: number
  readers: { real: readonly Reader[]; invented: readonly Reader[] }
  reader: string
}

/** Milliseconds without input after which the preview is asked for. */
const PAUSE_MS = 350

type State = { preview: Preview; status: 'current' | 'unreached' | 'invalid'; errors: Readonly<Record<string, string>> }

type Watched = {
  form: RefObject<HTMLFormElement | null>
  /** The field of the reader, which is no input of the form: choosing another one changes nothing in the mail. */
  readers: RefObject<HTMLInputElement | null>
  address: string
}

/**
 * The preview of what is in the form: asked for while somebody types, and an outdated answer is never shown.
 * @param saved changes when something is published; the form then says what `initial` shows.
 */
function usePreview({ form, readers, address }: Watched, initial: Preview, saved: number): State {
  const [state, setState] = useState<State>({ preview: initial, status: 'current', errors: {} })
  const [shown, setShown] = useState(saved)
  if (shown !== saved) {
    setShown(saved)
    setState({ preview: initial, status: 'current', errors: {} })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer about the text before it was published is outdated.
  useEffect(() => {
    const stop = new AbortController()
    let asking = new AbortController()
    let pause: ReturnType<typeof setTimeout> | undefined
    const ask = async (signal: AbortSignal) => {
      try {
        const body = new FormData(form.current ?? undefined)
        body.set('lector', readers.current?.value ?? '')
        const response = await fetch(address, { method: 'POST', body, signal })
        if (!response.ok || response.redirected) throw new Error('no preview')
        const answer: PreviewAnswer = await response.json()
        if (signal.aborted) return
        setState(last =>
          'preview' in answer
            ? { preview: answer.preview, status: 'current', errors: {} }
            : { ...last, status: 'invalid', errors: answer.errors },
        )
      } catch {
        if (!signal.aborted) setState(last => ({ ...last, status: 'unreached' }))
      }
    }
    document.addEventListener(
      'input',
      ({ target }) => {
        if (!(target instanceof Node)) return
        if (!form.current?.contains(target) && target !== readers.current) return
        clearTimeout(pause)
        asking.abort()
        asking = new AbortController()
        pause = setTimeout(ask, PAUSE_MS, asking.signal)
      },
      { signal: stop.signal },
    )
    return () => {
      stop.abort()
      clearTimeout(pause)
      asking.abort()
    }
  }, [form, readers, address, saved])

  return state
}

/**
 * A mail's page as a reader with this colour scheme gets it. The window can't be told another scheme, so the mail's own
 * question about it is answered instead.
 */
const inScheme = (html: string, isDark: boolean): string =>
  html
    .replace('@media (prefers-color-scheme: dark)', isDark ? '@media all' : '@media not all')
    .replaceAll('color-scheme: light dark', `color-scheme: ${isDark ? 'dark' : 'light'}`)

const WIDTHS = { wide: 'Escritorio', phone: 'Teléfono' } as const
const SCHEMES = { light: 'Claro', dark: 'Oscuro' } as const
const FORMATS = { html: 'HTML', text: 'Texto' } as const

/** What is typed, as the recipient of a recent mail would get it. */
export function MailPreview({ mail, form, formId, initial, saved, readers, reader }: MailPreviewProps) {
  const select = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const address = useHref(`/admin/content/emails/${mail}/preview`)
  const { preview, status, errors } = usePreview({ form, readers: select, address }, initial, saved)
  const [width, setWidth] = useState<keyof typeof WIDTHS>('wide')
  const [scheme, setScheme] = useState<keyof typeof SCHEMES>('light')
  const [format, setFormat] = useState<keyof typeof FORMATS>('html')
  const isReal = readers.real.length > 0
  return (
    <Panel
      title="Así llega"
      description={
        isReal
          ? 'Con los datos de un correo ya enviado; sus códigos y enlaces van ocultos.'
          : 'Con datos de ejemplo: todavía no hay correos de este tipo que mostrar.'
      }
      className="xl:sticky xl:top-20"
    >
      <div id="vista-previa" className="grid scroll-mt-20 gap-4">
        <SearchSelectField
          label="Para quién"
          inputRef={select}
          name="lector"
          form={isHydrated ? undefined : formId}
          defaultValue={reader}
          options={[
            ...readers.real,
            ...readers.invented.map(({ value, label }) => ({ value, label: `Ejemplo: ${label.toLowerCase()}` })),
          ]}
          from={`/admin/content/emails/${mail}/recipients`}
          onSelect={input => input.dispatchEvent(new Event('input', { bubbles: true }))}
        />
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <Switch label="Ancho" options={WIDTHS} value={width} onChange={setWidth} />
          <Switch label="Colores" options={SCHEMES} value={scheme} onChange={setScheme} />
          <Switch label="Formato" options={FORMATS} value={format} onChange={setFormat} />
        </div>
        {status === 'unreached' && (
          <Alert tone="warning">No pudimos actualizar la vista previa. Sigue escribiendo: lo tuyo está aquí.</Alert>
        )}
        {status === 'invalid' && (
          <Alert tone="warning">
            {`La vista previa espera: ${errors[''] ?? Object.values(errors)[0] ?? 'revisa los textos.'}`}
          </Alert>
        )}
        <div className={classNames('min-w-0', width === 'phone' && 'mx-auto w-full max-w-[22.5rem]')}>
          <p className="mb-2 text-md font-medium wrap-anywhere">{preview.subject}</p>
          {format === 'html' ? (
            <MailFrame html={inScheme(preview.html, scheme === 'dark')} isWide={width === 'wide'} />
          ) : (
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard.
              tabIndex={0}
              className="h-[max(26rem,calc(100dvh-27rem))] overflow-auto rounded-md border border-line bg-sunken p-4 text-sm whitespace-pre-wrap wrap-anywhere"
            >
              {preview.text}
            </pre>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** Pixels of the window of a mail programme on a desk. */
const DESK = 640

/** A mail's page, which can neither run scripts nor lead anywhere; a wide one is scaled to the room there is. */
function MailFrame({ html, isWide }: { html: string; isWide: boolean }) {
  const room = useRef<HTMLDivElement>(null)
  const [wide, setWide] = useState(1)
  useEffect(() => {
    const element = room.current
    if (!element) return
    const observer = new ResizeObserver(() => setWide(Math.min(1, element.clientWidth / DESK)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const scale = isWide ? wide : 1
  return (
    <div
      ref={room}
      className="h-[max(26rem,calc(100dvh-27rem))] overflow-hidden rounded-md border border-line bg-surface"
    >
      <iframe
        title="Vista previa del correo"
        sandbox=""
        srcDoc={html}
        className="origin-top-left"
        style={{ width: `${100 / scale}%`, height: `${100 / scale}%`, transform: `scale(${scale})` }}
      />
    </div>
  )
}

type SwitchProps<Value extends string> = {
  label: string
  options: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

/** Two choices side by side. */
function Switch<Value extends string>({ label, options, value, onChange }: SwitchProps<Value>) {
  const known = (Object.keys(options) as Value[]).filter(name => name in options)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not stand on one line with the others.
    <div role="group" aria-label={label} className="flex rounded-md border border-control p-0.5">
      {known.map(name => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          onClick={() => onChange(name)}
          className="min-h-9 rounded-sm px-3 text-sm text-muted pointer-coarse:min-h-11 hover:text-ink aria-pressed:bg-ink/10 aria-pressed:font-medium aria-pressed:text-ink"
        >
          {options[name]}
        </button>
      ))}
    </div>
  )
}
