import type { MailSlot } from '#app/platform/mail/mail-slots.ts'
import { Panel } from '#app/ui/panel.tsx'
import { TextArea } from '#app/ui/text-field.tsx'

type Slot = MailSlot & { value: string }

type SlotFieldsProps = {
  slots: readonly Slot[]
  /** Placeholders that subject and body must contain. */
  required: readonly string[]
  values: Readonly<Record<string, string>> | undefined
  errors: Readonly<Record<string, string>>
}

const PARTS: Record<MailSlot['part'], { title: string; label: string }> = {
  greeting: { title: 'Saludo', label: 'Saludo' },
  subject: { title: 'Asunto', label: 'Asunto' },
  preheader: { title: 'Resumen', label: 'Resumen' },
  body: { title: 'Mensaje', label: 'Párrafo' },
  button: { title: 'Botón', label: 'Texto del botón' },
  linkHint: { title: 'Bajo el botón', label: 'Antes de la dirección' },
  signature: { title: 'Firma', label: 'Firma' },
  supportLine: { title: 'Ayuda', label: 'Dónde escribir' },
  footer: { title: 'Pie', label: 'Frase del pie' },
}
const ORDER = Object.keys(PARTS).filter((part): part is MailSlot['part'] => part in PARTS)

/** The labels of a condition, true and false. */
const CONDITIONS: Readonly<Record<string, readonly [string, string]>> = {
  taller: ['si es un taller', 'si no es un taller'],
  confidencial: ['si es confidencial', 'si no es confidencial'],
  nombre: ['si se sabe el nombre', 'si no se sabe el nombre'],
  confirmado: ['si ya se confirmó', 'si todavía no se confirma'],
  parcial: ['si es parcial', 'si es total'],
  empresa: ['si hay empresa', 'si no hay empresa'],
  duracion_fija: ['si dura un tiempo fijo', 'si no dura un tiempo fijo'],
  duracion_min: ['si hay duración mínima', 'si no hay duración mínima'],
  duracion_max: ['si hay duración máxima', 'si no hay duración máxima'],
  fecha_limite: ['si hay plazo', 'si no hay plazo'],
  porcentaje_avance: ['si ya comenzó', 'si todavía no comienza'],
}

function conditionOf({ when, unless }: Slot): string | undefined {
  const named = (name: string) => CONDITIONS[name] ?? [`si hay {${name}}`, `si no hay {${name}}`]
  const parts = [...when.map(name => named(name)[0]), ...unless.map(name => named(name)[1])]
  return parts.length === 0 ? undefined : parts.join(' y ')
}

/** The position of a text in the message: 'Párrafo 2', 'Párrafo 3, parte 1', 'Fila 1: nombre'. */
function bodyLabel(path: string, own: readonly Slot[]): string {
  const [, block = '0', part = '0', row = '0', side] = path.split('.')
  if (part === 'rows') return `Fila ${Number(row) + 1}: ${side === 'label' ? 'nombre' : 'valor'}`
  const parts = own.filter(slot => slot.path.startsWith(`body.${block}.`)).length
  const paragraph = `Párrafo ${Number(block) + 1}`
  return parts > 1 ? `${paragraph}, parte ${Number(part) + 1}` : paragraph
}

/** Whole labels, so that each field of a mail has a unique one. */
function labelOf(slot: Slot, index: number, own: readonly Slot[]): string {
  const { label } = PARTS[slot.part]
  const named = slot.part === 'body' ? bodyLabel(slot.path, own) : own.length > 1 ? `${label} ${index + 1}` : label
  const condition = conditionOf(slot)
  return condition === undefined ? named : `${named} (${condition})`
}

function descriptionOf(part: MailSlot['part'], required: readonly string[]): string | undefined {
  if (part === 'preheader') return 'Lo que se lee junto al asunto en la bandeja de entrada.'
  if (part === 'footer') return `En todos los correos se debe decir: ${required.map(name => `{${name}}`).join(', ')}.`
  if (part !== 'body' || required.length === 0) return undefined
  return `Debe decir: ${required.map(name => `{${name}}`).join(', ')}.`
}

/** The texts of a mail, each with its placeholders. */
export function SlotFields({ slots, required, values, errors }: SlotFieldsProps) {
  return ORDER.map(part => {
    const own = slots.filter(slot => slot.part === part)
    if (own.length === 0) return null
    return (
      <Panel key={part} title={PARTS[part].title} description={descriptionOf(part, required)}>
        <div className="grid gap-5">
          {own.map((slot, index) => (
            <TextArea
              key={slot.path}
              label={labelOf(slot, index, own)}
              name={`texto.${slot.path}`}
              rows={1}
              defaultValue={values?.[`texto.${slot.path}`] ?? slot.value}
              error={errors[slot.path]}
              hint={slot.value === slot.text ? undefined : `Original: ${slot.text}`}
            />
          ))}
        </div>
        {(part === 'body' || part === 'footer') && <Names slots={own} />}
      </Panel>
    )
  })
}

function Names({ slots }: { slots: readonly Slot[] }) {
  const names = [...new Set(slots.flatMap(slot => slot.names))].toSorted()
  return (
    <details className="mt-5">
      <summary className="inline-flex min-h-11 items-center text-md font-medium text-copper">
        Datos que puedes usar
      </summary>
      <ul className="mt-1 flex flex-wrap gap-2">
        {names.map(name => (
          <li key={name} className="rounded-sm bg-ink/7 px-2 py-0.5 text-sm">
            {`{${name}}`}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        Un texto vacío no se envía. En un párrafo solo, una línea en blanco comienza otro párrafo.
      </p>
    </details>
  )
}
