import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bareText, modules, textsOfModules } from './shown-texts.ts'

/** Nouns and participles in the plural that figures of the shop stand before. */
const PLURALS =
  'personas|participantes|accesos|asientos|preguntas|áreas|secciones|órdenes|códigos|filas|días|horas|minutos|productos|correos|respuestas|movimientos|veces|meses|resultados|evaluaciones|páginas|caracteres|líneas|ventas|pagos|invitaciones|cuentas|intentos|valoraciones|opiniones|sesiones|categorías|empresas|documentos|semanas|usos|errores|columnas|talleres|campos|certificados|solicitudes|diferencias|alcanzan|quedan|faltan|esperan|completadas|completados'

/** A figure put into a text, as a template or as an element, with such a word right after it. */
const COUNTED = new RegExp(String.raw`\{([^{}]*)\}\s*(?:${PLURALS})(?![\p{L}_=])`, 'gu')

/** Limits of the shop, and counts that are words already. */
const ALWAYS_RIGHT = /\b[A-Z][A-Z_]{2,}\b|[mM]ax|\b(?:countOf|partOf|inNumber)\(/

/** Limits that are given, and places where the code beside them has compared the figure with one. */
const SEVERAL = [
  'app/features/accesses/dashboard/access-list.tsx: {formatInteger(group.used_seats)} personas',
  'app/features/accesses/dashboard/follow-up-form.tsx: {count} días',
  'app/features/accesses/dashboard/participant-dialogs.tsx: {formatInteger(group.used_seats)} personas',
  'app/features/cart/drawer/cheaper-offer.tsx: {offer.seats} personas',
  'app/features/catalogue/product-form-schema.server.ts: {length} caracteres',
  'app/features/payments/manual/staff-order.ts: {days} días',
  'app/features/questionnaires/drafts/draft-schema.server.ts: {sections} secciones',
  'app/features/questionnaires/drafts/draft-schema.server.ts: {questions} preguntas',
  'app/mails/mail-params.ts: {formatInteger(minutes)} minutos',
  'app/features/workshops/admin/session.tsx: {open.length} personas',
]

it('every count in a text agrees with its noun', () => {
  const files = execFileSync('git', ['ls-files', 'app/**/*.ts', 'app/**/*.tsx'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const wrong = files
    .filter(file => !/\.test(-support)?\./.test(file))
    .flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(COUNTED)]
        .filter(([text, figure = '']) => !ALWAYS_RIGHT.test(figure) && !SEVERAL.includes(`${file}: ${text}`))
        .map(([text]) => `${file}: ${text} (countOf, partOf or inNumber of #app/kernel/format.ts)`),
    )
  expect(files.length).toBeGreaterThan(1000)
  expect(wrong).toEqual([])
})

/** A pronoun of several things: 'con ellos', 'responderlas', 'revócalas'. */
const OF_SEVERAL = /\bell[oa]s\b|(?:[áéíóú]\p{L}*|[aei]r|ndo)l[oa]s\b/u

/** What a text says after its first count. */
function afterCount(text: string): string {
  const from = text.search(/\{(?:countOf|partOf)\(/)
  let depth = 0
  for (let at = Math.max(from, 0); from >= 0 && at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return bareText(text.slice(at + 1))
  }
  return ''
}

/** Their pronouns mean something else than what was counted. */
const OF_OTHERS = [/respuestas y resultados\. Si los necesitas, descárgalos/, /la mitad de ellas está entre/]

it('what a text says of the things that it counted agrees with their number as well', () => {
  const counting = textsOfModules(modules()).filter(({ text }) => afterCount(text) !== '')
  const wrong = counting.filter(({ text }) => {
    const said = afterCount(text)
    return OF_SEVERAL.test(said) && !OF_OTHERS.some(other => other.test(said))
  })
  expect(counting.length).toBeGreaterThan(100)
  expect(wrong.map(({ file, text }) => `${file}: ${text} (inNumber of #app/kernel/format.ts)`)).toEqual([])
})

it.each([
  ["{countOf(keys, 'clave', 'claves')}: revócalas si no corresponden", true],
  ["Con {countOf(n, 'acceso', 'accesos')} nadie podrá responder con ellos", true],
  ["{countOf(keys, 'clave', 'claves')}: {inNumber(keys, 'revócala', 'revócalas')}", false],
  ['Responde las preguntas: puedes responderlas ahora', false],
])('%j is wrong: %s', (text, isWrong) => {
  expect(OF_SEVERAL.test(afterCount(text))).toBe(isWrong)
})
