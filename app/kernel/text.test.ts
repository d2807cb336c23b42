import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cutText,
  firstCharacter,
  isBlank,
  isLonger,
  lengthOf,
  shorten,
  storable,
  storableJson,
  withoutUnseen,
} from './text.ts'

const FAMILY = '👩‍👩‍👧‍👦'
const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })
const pieces = fc.oneof(
  fc.constantFrom(FAMILY, '😀', '🇨🇱', '👍🏽', 'e\u0301', 'ñ', 'a', ' ', '\r\n', '한', 'क्ष', '\u0301'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
)
const texts = fc.array(pieces, { maxLength: 30 }).map(parts => parts.join('').toWellFormed())

describe('a cut', () => {
  it('is between two graphemes, and as long as it may be', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 40 }), (text, max) => {
        const cut = cutText(text, max)
        expect(text.startsWith(cut)).toBe(true)
        expect(lengthOf(cut)).toBeLessThanOrEqual(max)
        expect(cut.isWellFormed()).toBe(true)
        const ends = [...graphemes.segment(text)].map(({ index, segment }) => index + segment.length)
        const best = ends.filter(end => lengthOf(text.slice(0, end)) <= max).at(-1)
        // A first grapheme that is too long alone is cut between its code points.
        expect(cut.length).toBe(best ?? [...text].slice(0, max).join('').length)
      }),
    )
  })

  it.each([
    ['recomiendo 😀😀', 12, 'recomiendo 😀'],
    [`a${FAMILY}b`, 4, 'a'],
    [`a${FAMILY}b`, 8, `a${FAMILY}`],
    ['cafe\u0301s', 4, 'caf'],
    ['línea\r\notra', 6, 'línea'],
    ['corto', 5, 'corto'],
    ['corto', 0, ''],
  ])('of %j after %i characters is %j', (text, max, cut) => {
    expect(cutText(text, max)).toBe(cut)
  })

  it('says with an ellipsis, which counts, that there was more', () => {
    expect(shorten('una frase larga', 6)).toBe('una f…')
    expect(shorten('una frase', 5)).toBe('una…')
    expect(shorten('😀😀😀', 3)).toBe('😀😀😀')
  })

  it('costs little in a long text', () => {
    expect(lengthOf(cutText('😀'.repeat(500_000), 400_000))).toBe(400_000)
  })
})

it('measures code points, as the database does', () => {
  expect([lengthOf('ñandú'), lengthOf('😀'), lengthOf('e\u0301')]).toEqual([5, 1, 2])
  expect([isLonger('😀😀', 2), isLonger('😀😀', 1), isLonger('', 0)]).toEqual([false, true, false])
})

it('finds the first character that people see', () => {
  expect([firstCharacter('👍🏽 Ana'), firstCharacter('Ñuñoa'), firstCharacter('')]).toEqual(['👍🏽', 'Ñ', ''])
})

it.each([
  '',
  ' ',
  '\u00a0\u3000',
  '\u200b',
  '\u2060\u00ad',
  '\ufeff',
  '\u3164',
  '\u2800',
  '\u202e',
  '\u0301',
  '\u{e0041}',
])('sees nothing in %j', text => {
  expect(isBlank(text)).toBe(true)
  expect(isBlank(`${text}a`)).toBe(false)
})

it('drops what nobody sees and keeps what joins', () => {
  const texts = ['An\u200ba\u00ad', '\u202eAna\u202c\ufeff', '\u200b \u2060', 'Ana\u200d', '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️‍🔥', 'می‌خواهم']
  expect(texts.map(withoutUnseen)).toEqual(['Ana', 'Ana', '', 'Ana', '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️‍🔥', 'می‌خواهم'])
})

it('makes any text and any data storable', () => {
  expect(storable('a\0b\ud83dc😀')).toBe('ab\ufffdc😀')
  expect(JSON.parse(storableJson({ 'a\0': ['\ud83d', { b: 'x\0' }], n: 1, none: null }))).toEqual({
    a: ['\ufffd', { b: 'x' }],
    n: 1,
    none: null,
  })
  expect(storableJson([new Date(0)])).toBe('["1970-01-01T00:00:00.000Z"]')
})
