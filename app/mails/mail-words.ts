import { MAIL_DATA, MAIL_FLAGS } from './mail-data.ts'
import { type BlockKind, type Condition, PLACEHOLDER, readCondition } from './mail-text.ts'

/** The texts of a mail besides its blocks. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  subject: 'Asunto',
  preheader: 'Resumen',
  greeting: 'Saludo',
  linkHint: 'Si el botón no funciona',
  signature: 'Firma',
  supportLine: 'Dónde pedir ayuda',
  footer: 'Pie',
}

export const KIND_LABELS: Record<BlockKind, string> = {
  paragraph: 'Párrafo',
  heading: 'Título',
  list: 'Lista',
  details: 'Detalle',
  button: 'Botón',
}

const DATA: Readonly<Record<string, { label: string; condition?: readonly [string, string] }>> = MAIL_DATA
const FLAGS: Readonly<Record<string, readonly [met: string, unmet: string, ...unknown[]]>> = MAIL_FLAGS

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The name of a placeholder's datum: 'Código de acceso'; that of an unknown one is made of its letters. */
export const datumWords = (name: string): string => DATA[name]?.label ?? upper(name.replaceAll('_', ' '))

function termWords(name: string, isMet: boolean): string {
  const words = FLAGS[name] ?? DATA[name]?.condition
  return words?.[isMet ? 0 : 1] ?? `${isMet ? 'hay' : 'no hay'} ${datumWords(name).toLowerCase()}`
}

/** A condition in words: 'si es un taller y hay motivo'; '' when there is none. */
export function conditionWords({ when, unless }: Condition): string {
  const terms = [...when.map(name => termWords(name, true)), ...unless.map(name => termWords(name, false))]
  return terms.length === 0 ? '' : `si ${terms.join(' y ')}`
}

/** A text as administrators read it: 'Tu cotización {Número de la cotización} [si es un taller: …]'. */
export const inWords = (text: string): string =>
  text
    .replaceAll(PLACEHOLDER, (_, name: string) => `{${datumWords(name)}}`)
    .replaceAll(/\[si ([a-z_ ]+): ?/g, (typed, condition: string) => {
      const read = readCondition(condition)
      return read ? `[${conditionWords(read)}: ` : typed
    })
