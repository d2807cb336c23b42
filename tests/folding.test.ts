import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { groupKey } from '#app/features/results/rounds/reporting-groups.ts'
import { foldEmail, isEmail } from '#app/kernel/email.ts'
import { foldCode, foldIdentifier } from '#app/kernel/fold.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'

// The database compares what identifies people and codes by functions of its own: they must be the application's.

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

type Folded = { folded: string; email: string; code: string }

const foldedByDatabase = async (texts: readonly string[]): Promise<Folded[]> => {
  const { rows } = await database.ownerPool.query<Folded>(
    `select private.fold_identifier(text) folded, private.normalize_email(text) email, private.code_key(text) code
     from unnest($1::text[]) with ordinality as typed (text, at) order by at`,
    [texts],
  )
  return rows
}

it('folds every character as the application does', async () => {
  // Those that the database's version of Unicode has: Node brings its own.
  const { rows } = await database.ownerPool.query<{ character: string }>(
    `select chr(code) as character from generate_series(1, 1114111) code
     where code not between 55296 and 57343 and unicode_assigned(chr(code))`,
  )
  // Ideographs and syllables are ten thousands alike.
  const few = rows.filter(({ character }) => !/[\p{Co}\p{sc=Han}\p{sc=Hangul}\p{sc=Tangut}]/u.test(character))
  const typed = few.map(({ character }) => `a${character}b ${character}`)
  const chunks = Array.from({ length: Math.ceil(typed.length / 500) }, (_, at) =>
    typed.slice(at * 500, at * 500 + 500).join('|'),
  )
  const folded = await foldedByDatabase(chunks)
  expect(chunks.filter((text, at) => folded[at]?.folded !== foldIdentifier(text))).toEqual([])
})

const pieces = fc.constantFrom(
  ...[
    'a',
    'Z',
    '9',
    'ñ',
    'Á',
    'ﬁ',
    'ª',
    '@',
    '.',
    '-',
    '–',
    '−',
    '_',
    ' ',
    '\u00a0',
    '\u3000',
    '\t',
    '\n',
    '“',
    "'",
    '&',
  ],
  ...['\u200b', '\u00ad', '\u202e', '\ufeff', '\u2060', '😀', 'e\u0301', 'İ', 'Σ', 'ß', '＠', '１'],
)
const texts = fc.array(fc.array(pieces, { maxLength: 12 }), { minLength: 50, maxLength: 50 })

it('folds codes and addresses as the application does', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async parts => {
      const typed = parts.map(part => part.join(''))
      const folded = await foldedByDatabase(typed)
      expect(folded.map(row => row.folded)).toEqual(typed.map(foldIdentifier))
      const codes = typed.map((text, at) => ({ text, code: folded[at]?.code }))
      for (const { text, code } of codes)
        if (/^[\x20-\x7e–−\u200b\u00ad“]*$/.test(text)) expect(code).toBe(foldCode(text))
    }),
    { numRuns: 20 },
  )
})

it('takes every folded address as it is', async () => {
  const addresses = [
    'i&d@x.cl',
    'ana@ñandú.cl',
    'A.B+c@X.CL',
    'ana@пример.рф',
    '\u202aeva@x.cl\u202c',
    "o'b/x#1!@x.cl",
  ].map(foldEmail)
  expect(addresses.every(isEmail)).toBe(true)
  expect((await foldedByDatabase(addresses)).map(({ email }) => email)).toEqual(addresses)
})

it('folds areas and groups as the application does', async () => {
  const { rows: known } = await database.ownerPool.query<{ name: string }>(
    `select unnest(array['  Área   de Ventas', 'BODEGA', 'Recursos Humanos (Ñuñoa)', 'I+D', 'Dpto. TI', 'Post–venta', 'Mª José']) as name`,
  )
  const typed = known.map(({ name }) => name)
  const { rows } = await database.ownerPool.query<{ key: string }>(
    `select private.group_key(text) as key from unnest($1::text[]) with ordinality as typed (text, at) order by at`,
    [typed],
  )
  expect(rows.map(({ key }) => key)).toEqual(typed.map(groupKey))
})
