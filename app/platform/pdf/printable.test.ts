import { describe, expect, it } from 'vitest'
import { fontCoverage, printable } from './typeset.ts'

const covers = fontCoverage()
const printed = (text: string) => printable(text, covers)

/** Signs of Spanish business texts, by their kinds. */
const SIGNS = [
  '€ £ ¥ ¢ $ ₱ ₡ % ‰ ° ª º № ™ ® © ℠ § ¶ † ‡',
  '± × ÷ ≥ ≤ ≠ ≈ ≡ ∞ √ ∑ ∏ ∫ ∂ ∆ ∈ ∉ ∩ ∪ ⊂ ∴ ¬ ∧ ∨ − ∕ µ Ω π α β σ λ Δ Σ Φ',
  '½ ¼ ¾ ⅓ ⅔ ⅛ ⅜ ⅝ ⅞ ² ³ ¹ ⁰ ⁴ ⁵ ⁹ ⁿ ₀ ₁ ₂ ₃ ₙ',
  '→ ← ↑ ↓ ↔ ↕ ⇒ ⇐ ⇔ ↗ ↘ ➔ ➜ ▶ ◀ ▲ ▼ ► ◄',
  '• ‣ ◦ · ● ○ ■ □ ▪ ▫ ◆ ◇ ★ ☆ ✓ ✔ ✗ ✘ ☐ ☑ ☒ ✦ ❖',
  '« » “ ” ‘ ’ „ ‚ ‹ › ‐ – — ― … ¡ ¿ ‖ ¦ ′ ″',
  '─ │ ┌ ┐ └ ┘ ├ ┤ ┬ ┴ ┼ █ ▓ ░ ① ② ③ ⑩',
  'Ñ ñ á é í ó ú ü ç ã õ ê ß æ œ ø å ł ř š ž ğ ı ő Ж д я Α ω',
].flatMap(kind => kind.split(' '))

describe('a printed text', () => {
  it.each([
    ['Comercializadora Ñuble y Cía. «Ltda.» − 19 %', 'Comercializadora Ñuble y Cía. «Ltda.» − 19 %'],
    ['Wałęsa & Dvořák', 'Wałęsa & Dvořák'],
    ['Ana <b>Rojas</b> {x} \\n', 'Ana <b>Rojas</b> {x} \\n'],
    ['dos\nlíneas\ty\u0000nada\u0007más', 'dos líneas ynadamás'],
    ['e\u0301xito', 'éxito'],
    [
      'Meta: ≥ 80 % y ≤ 5 días; a → b; ✓ listo; ½; №; ²; ≈ 3; ∞',
      'Meta: ≥ 80 % y ≤ 5 días; a → b; ✓ listo; ½; №; ²; ≈ 3; ∞',
    ],
    ['ﬁn, ﬂujo, guion‑duro, Ａ＆Ｂ', 'fin, flujo, guion-duro, A&B'],
    ['Café ☕ Chile 🇨🇱 👩🏽‍💻 1️⃣!', 'Café ☕ Chile 1!'],
    ['Bien 😀 y 👍🏽', 'Bien 😀 y'],
    ['\u202egnp.exe\u202c\u200f', 'gnp.exe'],
    ['日本 SpA', '▯▯ SpA'],
    ['شركة', 'شركة'],
    ['20 ㎡', '20 m2'],
    ['\ud800 suelto', 'suelto'],
    ['🚀🚀', '(emoji)'],
    ['\u0000\u200b', '▯'],
    [' ', ''],
    ['', ''],
  ])('%j is printed as %j', (typed, onPaper) => {
    expect(printed(typed)).toBe(onPaper)
  })

  it('has every sign that Spanish business texts have', () => {
    expect(SIGNS.map(printed).filter((sign, at) => sign !== SIGNS[at])).toEqual(['-'])
  })
})
