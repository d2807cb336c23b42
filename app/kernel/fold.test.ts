import { describe, expect, it } from 'vitest'
import { foldCode, foldIdentifier, foldName } from './fold.ts'

/** All that is no ideograph or syllable, which are ten thousands alike. */
const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))
  .filter(character => /^[^\p{Cn}\p{Co}\p{Cs}\p{sc=Han}\p{sc=Hangul}\p{sc=Tangut}]$/u.test(character))
  .map(character => `a${character}b ${character}`)

describe('the fold of identifiers', () => {
  it('leaves what it made as it is, whatever the character', () => {
    const folded = foldIdentifier(everyCharacter.join('|'))
    expect(foldIdentifier(folded) === folded).toBe(true)
    expect(foldIdentifier(folded.toLowerCase()) === folded.toLowerCase()).toBe(true)
  })

  it('has one dash, one blank and nothing invisible', () => {
    expect(foldIdentifier('\ufeff12.345.678–5\u2060')).toBe('12.345.678-5')
    expect(foldIdentifier('a‐b‑c‒d–e—f―g−h﹣i－j')).toBe('a-b-c-d-e-f-g-h-i-j')
    expect(foldIdentifier('\u00a0a\u3000\u2003b\t\r\nc\u2800')).toBe('a b c')
    expect(foldIdentifier('a\u200b\u202ab\u2066\u00adc\u034f\ud800d\0')).toBe('abcd')
  })

  it('of a code has letters and digits alone', () => {
    expect(['AC-ABCDEFGH', 'ac abcdefgh', ' “AC–ABCDEFGH”. ', 'AC_ABCD\u00adEFGH'].map(foldCode)).toEqual(
      Array(4).fill('ACABCDEFGH'),
    )
  })
})

describe('the fold of names', () => {
  it('keeps what people are called', () => {
    const names = ['Mª José', "O'Higgins", 'D’Angelo', 'Vera-Tudela', 'محمد', 'J.P. Soto', 'María de los Ángeles']
    expect(names.map(foldName)).toEqual(names)
  })

  it('sets abbreviations apart, so that no mail program makes a link of them', () => {
    expect(['M.Angélica', 'Mª.José', 'Ma.Paz', 'J.P.Soto'].map(foldName)).toEqual([
      'M. Angélica',
      'Mª. José',
      'Ma. Paz',
      'J.P. Soto',
    ])
  })

  it('drops what nobody sees', () => {
    expect(foldName('  Ana\u200b\u00a0 María\u00ad ')).toBe('Ana María')
    expect(foldName('\u200b\u2060\u3164')).toBe('')
  })
})
