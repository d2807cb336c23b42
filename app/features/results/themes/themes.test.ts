import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindsOf } from './function-words.ts'
import { QUOTE_LENGTH } from './quotes.ts'
import { type Forms, stemmable, wordSplitter } from './split-words.ts'
import { themeCount } from './theme.ts'
import { writeThemes } from './themes.ts'

/** The database's stems are tried in `found-themes.test.ts`; here a plural is its singular. */
const stemOf = (form: string): string => (['muy', 'sin'].includes(form) ? '' : stemmable(form).replace(/e?s$/, ''))

function themesOf(texts: readonly string[]) {
  const forms: Forms = new Map()
  const split = texts.map(wordSplitter(forms))
  return writeThemes(split, kindsOf([...forms.keys()], [...forms.keys()].map(stemOf)))
}
const named = (texts: readonly string[]) => themesOf(texts).map(({ theme, texts: count }) => [theme, count])

describe('a theme', () => {
  it('is a word of three texts, each of which counts once', () => {
    expect(named(['Plazos y más plazos, plazos.', 'Un plazo', 'Otra cosa'])).toEqual([])
    expect(named(['Plazos y más plazos, plazos.', 'Un plazo', 'El plazo corre'])).toEqual([['plazo', 3]])
  })

  it('is one without accents, in capitals and in the plural, and is shown as most texts have it', () => {
    expect(named(['Un área', 'AREAS nuevas', 'las áreas', 'Cada area', 'otras áreas'])).toEqual([['áreas', 5]])
    expect(named(['An\u0303os', 'años', 'un año'])).toEqual([['años', 3]])
    expect(named(['Sin SAP', 'Falla SAP', 'SAP manda'])).toEqual([['SAP', 3]])
  })

  it('is no function word, and not an ñ without its tilde', () => {
    expect(named(['Muy bien también', 'Muy bien tambien', 'Muy bien además'])).toEqual([])
    expect(named(['El año', 'El ano', 'Un año'])).toEqual([])
  })

  it('is a pair in place of its words where that is in at least 80 % of their texts', () => {
    const pair = ['Calidad de datos', 'La calidad de los datos baja', 'Vemos calidad de datos', 'Pide calidad de datos']
    expect(named(pair)).toEqual([['calidad de datos', 4]])
    expect(named([...pair, 'Datos sueltos'])).toEqual([['calidad de datos', 4]])
    expect(named([...pair, 'Datos sueltos', 'Datos viejos'])).toEqual([
      ['datos', 6],
      ['calidad de datos', 4],
    ])
  })

  it('is no pair across a sentence, a comma, a line, a number or a negation', () => {
    for (const between of ['. ', ', ', '\n', ' 2 ', ' no ', ' sin ', ' 🙂 ', ' muy '])
      expect(named(Array.from({ length: 3 }, () => `roles${between}claros`))).toEqual([
        ['claros', 3],
        ['roles', 3],
      ])
    expect(named(['roles claros', 'claros roles', 'roles claros']).map(([theme]) => theme)).toEqual(['claros', 'roles'])
  })

  it('is one of six, the most frequent first, ties as a dictionary has them', () => {
    const words = ['zanja', 'ñandú', 'nube', 'árbol', 'oso', 'casa', 'lago']
    const texts = [...Array.from({ length: 3 }, () => words.join('. ')), 'lago']
    expect(named(texts)).toEqual([
      ['lago', 4],
      ['árbol', 3],
      ['casa', 3],
      ['nube', 3],
      ['ñandú', 3],
      ['oso', 3],
    ])
  })

  it('says in how many of how many texts it is', () => {
    expect(themeCount({ theme: 'plazo', texts: 7, quotes: [] }, 23)).toBe('en 7 de 23 textos')
  })
})

describe('the quotes of a theme', () => {
  const quotesOf = (texts: readonly string[]) => themesOf(texts).map(({ quotes }) => quotes)

  it('are the two shortest sentences that hold it, of different texts, rather than the word alone', () => {
    expect(
      quotesOf([
        'Plazos.',
        'Hoy nadie cumple plazos. Nadie cumple plazos; así es siempre.',
        'Todo cambia cada mes. ¿Y el plazo?\nOtra línea',
        'Siempre corre este plazo largo en nuestra oficina',
      ]),
    ).toEqual([['¿Y el plazo?', 'Hoy nadie cumple plazos.']])
  })

  it('are never the same twice in a question', () => {
    const texts = ['Faltan guías: plazo vencido', 'Faltan guías: plazo vencido', 'Vence un plazo', 'Una guía']
    const quotes = quotesOf([...texts, 'Lee otra guía nueva']).flat()
    expect(new Set(quotes).size).toBe(quotes.length)
    expect(quotes.length).toBeGreaterThan(2)
  })

  it('are cut at words to 160 characters round the theme', () => {
    const long = `${'palabra, '.repeat(60)}plazo, ${'termina, '.repeat(60)}`
    const [quotes] = themesOf([long, `${long} fin`, `x ${long}`])
      .filter(({ theme }) => theme === 'plazo')
      .map(each => each.quotes)
    for (const quote of quotes ?? []) {
      expect(quote).toMatch(/^…(palabra, )+plazo(, termina)+,…$/)
      expect(quote.length).toBeLessThanOrEqual(QUOTE_LENGTH)
      expect(quote.length).toBeGreaterThan(120)
    }
    expect(quotes?.length).toBeGreaterThan(0)
  })

  it('hold whole characters, and the theme, whatever stands round it', () => {
    const family = '👩‍👩‍👧'.repeat(60)
    const texts = [1, 2, 3].map(each => `${family}plazo${family} ${'muy '.repeat(each)}`)
    for (const quote of quotesOf(texts).flat()) expect(quote).toBe('…plazo…')
    expect(quotesOf(texts).flat()).not.toEqual([])
  })
})

describe('what is no word', () => {
  it('is in no theme: markup, addresses, numbers, emoji, and very long words', () => {
    const long = 'a'.repeat(5000)
    const text = `<div class="nota">🙂🙂 2026 https://intranet.cl/plan ana@empresa.cl www.casa.cl ${long}</div>`
    expect(named([text, text, text])).toEqual([])
  })

  it('is no markup where it is shown: a text stays as it was written', () => {
    const texts = [1, 2, 3].map(each => `<b>Plazo</b> & ${'muy '.repeat(each)}`)
    expect(themesOf(texts)).toEqual([
      { theme: 'Plazo', texts: 3, quotes: ['<b>Plazo</b> & muy', '<b>Plazo</b> & muy muy'] },
    ])
  })
})

it('follows from the texts alone, not from their order, and tells nothing that is not in them', () => {
  const word = fc.constantFrom(
    'dato',
    'datos',
    'Calidad',
    'calidad',
    'de',
    'no',
    'plazos.',
    'plazo,',
    '🙂',
    '\n',
    'área',
    'AREA',
    'muy',
  )
  const text = fc.array(word, { minLength: 1, maxLength: 12 }).map(each => each.join(' '))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), texts => {
      const themes = themesOf(texts)
      expect(themesOf(texts.toReversed())).toEqual(themes)
      expect(themes.length).toBeLessThanOrEqual(6)
      const lines = texts.map(each => each.replaceAll(/\s+/g, ' ').toLowerCase())
      for (const { theme, texts: count, quotes } of themes) {
        expect(count).toBeGreaterThanOrEqual(3)
        expect(count).toBeLessThanOrEqual(texts.length)
        expect(lines.some(line => line.includes(theme.toLowerCase()))).toBe(true)
        for (const quote of quotes) {
          const part = quote.replaceAll(/^…|…$/g, '').toLowerCase()
          expect(lines.filter(line => line.includes(part))).not.toEqual([])
        }
      }
      const all = themes.flatMap(({ quotes }) => quotes)
      expect(new Set(all).size).toBe(all.length)
    }),
    { numRuns: 300 },
  )
})
