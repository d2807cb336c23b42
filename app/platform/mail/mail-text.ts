import type { Block, Letter, Piece } from './letter.ts'

const flat = (pieces: Piece[]): string => pieces.map(piece => piece.text).join('')

const blockText = (block: Block): string =>
  block.kind === 'paragraph' ? flat(block.text) : block.rows.map(row => `${row.label}: ${flat(row.value)}`).join('\n')

/** The plain text of a mail: everything that the HTML says. */
export function mailText(letter: Letter): string {
  return `${[
    flat(letter.greeting),
    ...letter.blocks.map(blockText),
    `${letter.button.label}:\n${letter.button.url}`,
    flat(letter.signature),
    flat(letter.supportLine),
    `--\n${flat(letter.footer)}`,
  ].join('\n\n')}\n`
}
