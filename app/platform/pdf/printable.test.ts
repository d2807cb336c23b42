import { describe, expect, it } from 'vitest'
import { printable } from './printable.ts'
import { fontCoverage } from './typeset.ts'

const covers = fontCoverage()
const printed = (text: string) => printable(text, covers)

describe('a printed text', () => {
  it.each([
    ['Comercializadora Ñuble y Cía. «Ltda.» − 19 %', 'Comercializadora Ñuble y Cía. «Ltda.» − 19 %'],
    ['Wałęsa & Dvořák', 'Wałęsa & Dvořák'],
    ['Ana <b>Rojas</b> {x} \\n', 'Ana <b>Rojas</b> {x} \\n'],
    ['dos\nlíneas\ty\u0000nada\u0007más', 'dos líneas ynadamás'],
    ['e\u0301xito', 'éxito'],
    ['Café ☕ Chile 🇨🇱 👩🏽‍💻 1️⃣!', 'Café Chile 1!'],
    ['\u202egnp.exe\u202c\u200f', 'gnp.exe'],
    ['شركة', '????'],
    ['日本 SpA', '?? SpA'],
    ['\ud800 suelto', 'suelto'],
    ['🚀🚀', '?'],
    ['\u0000\u200b', '?'],
    [' ', ''],
    ['', ''],
  ])('%j is printed as %j', (typed, onPaper) => {
    expect(printed(typed)).toBe(onPaper)
  })
})
