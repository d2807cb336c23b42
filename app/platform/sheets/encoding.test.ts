import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDelimited } from './delimited.ts'
import { decodeText } from './encoding.ts'

const LIST =
  'Área;Nombre\r\nOperación – Ñuble;José Peña Íñiguez\r\nDISEÑO Y GESTIÓN;O’Higgins «Ñusta»\r\nAdministración 1º;Ángela Müller'

const bytesBy = (table: Readonly<Record<string, number>>) =>
  Buffer.from(Array.from(LIST, character => table[character] ?? character.charCodeAt(0)))
const MAC = {
  Á: 0xe7,
  á: 0x87,
  É: 0x83,
  é: 0x8e,
  Í: 0xea,
  í: 0x92,
  Ó: 0xee,
  ó: 0x97,
  Ñ: 0x84,
  ñ: 0x96,
  ü: 0x9f,
  '–': 0xd0,
  '’': 0xd5,
  '«': 0xc7,
  '»': 0xc8,
  º: 0xbc,
}
const DOS = {
  Á: 0xb5,
  á: 0xa0,
  É: 0x90,
  é: 0x82,
  Í: 0xd6,
  í: 0xa1,
  Ó: 0xe0,
  ó: 0xa2,
  Ñ: 0xa5,
  ñ: 0xa4,
  ü: 0x81,
  '–': 0x2d,
  '’': 0x27,
  '«': 0xae,
  '»': 0xaf,
  º: 0xa7,
}
const WINDOWS = { '–': 0x96, '’': 0x92 }
const DOS_TEXT = LIST.replace('–', '-').replace('’', "'")

describe('the bytes of a text', () => {
  it.each([
    ['UTF-8', Buffer.from(LIST), null, LIST],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${LIST}`), null, LIST],
    ['UTF-16', Buffer.from(`\uFEFF${LIST}`, 'utf16le'), null, LIST],
    ['UTF-16 without its mark', Buffer.from(LIST, 'utf16le'), null, LIST],
    ['big-endian UTF-16', Buffer.from(`\uFEFF${LIST}`, 'utf16le').swap16(), null, LIST],
    ['big-endian UTF-16 without its mark', Buffer.from(LIST, 'utf16le').swap16(), null, LIST],
    ['Windows-1252', bytesBy(WINDOWS), 'windows-1252', LIST],
    ['Mac OS Roman', bytesBy(MAC), 'macintosh', LIST],
    ['MS-DOS', bytesBy(DOS), 'cp850', DOS_TEXT],
  ])('are decoded as %s', (_name, bytes, guessed, text) => {
    expect(decodeText(bytes)).toEqual({ text, guessed })
  })

  it.each([
    ['José', 'macintosh', [0x4a, 0x6f, 0x73, 0x8e]],
    ['Operación', 'macintosh', [...Buffer.from('Operaci'), 0x97, 0x6e]],
    ['Peña', 'windows-1252', [0x50, 0x65, 0xf1, 0x61]],
    ['PEÑA', 'windows-1252', [0x50, 0x45, 0xd1, 0x41]],
    ['PEÑA', 'macintosh', [0x50, 0x45, 0x84, 0x41]],
    ['año', 'cp850', [0x61, 0xa4, 0x6f]],
  ])('give %s of one letter beyond ASCII, as %s', (text, guessed, bytes) => {
    expect(decodeText(Uint8Array.from(bytes))).toEqual({ text, guessed })
  })

  it('of UTF-8 that was cut within a letter are UTF-8 with one damaged letter', () => {
    expect(decodeText(Buffer.from('Peña, José y Ñandú').subarray(0, -1))).toEqual({
      text: 'Peña, José y Ñand\ufffd',
      guessed: 'utf-8',
    })
  })

  it('are always decoded, with no more rows than requested', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 0, max: 5 }), (bytes, max) => {
        const rows = parseDelimited(decodeText(bytes).text, max)
        expect(rows.length).toBeLessThanOrEqual(max)
        for (const row of rows) expect(row.join('').trim()).not.toBe('')
      }),
    )
  })
})
