import { cutText, lengthOf } from '#app/kernel/text.ts'
import { escapeText } from './escapes.ts'

/** Characters that XML can't represent, and unpaired surrogates. */
export const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
/** Of one cell, as Excel takes it. */
const MAX_CHARACTERS = 32_767
/** The beginning of a text in UTF-16 units, which Excel counts, in whole characters. */
export const cutUnits = (text: string, units: number): string =>
  text.length > units ? cutText(text, lengthOf(text.slice(0, units).replace(/[\ud800-\udbff]$/, ''))) : text

/** A text as it is read back: what looks like an escape has its underscore escaped, and line ends are those of a cell. */
export const escapeXml = (text: string): string =>
  escapeText(cutUnits(text.replaceAll(/\r\n?/g, '\n').replaceAll(NO_XML, ''), MAX_CHARACTERS)).replaceAll(
    /[<>&"]/g,
    character => `&#${character.charCodeAt(0)};`,
  )

export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const OFFICE = 'http://schemas.openxmlformats.org'
export const MAIN = `xmlns="${OFFICE}/spreadsheetml/2006/main"`

export const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`

export const relations = (all: readonly string[]) =>
  `${HEAD}<Relationships xmlns="${OFFICE}/package/2006/relationships">${all.join('')}</Relationships>`
