import { readCondition } from '#app/mails/mail-text.ts'
import { conditionWords, datumWords } from '#app/mails/mail-words.ts'

/** Where a caret can stand beside a chip at the edge of a text. It is no part of the text. */
const EDGE = '\u200b'
/** A placeholder, the beginning of a phrase with a condition, or its end. */
const TOKEN = /\{[a-z_]+\}|\[si [a-z_ ]+: ?|\]/g

const CHIP =
  'mx-px inline rounded-sm border border-line bg-copper/10 px-1 py-px text-sm font-medium text-ink whitespace-nowrap select-all'
const BRACKET = 'mx-0.5 inline rounded-sm bg-ink/8 px-1 py-px text-sm text-muted select-all'

/** What a chip says: the name of its datum, or its condition in words. */
function chipLabel(token: string): string {
  if (token === ']') return 'fin'
  const condition = readCondition(/^\[si ([a-z_ ]+):/.exec(token)?.[1] ?? '')
  if (token.startsWith('[') && condition) return `${conditionWords(condition)}:`
  return datumWords(token.slice(1, -1))
}

function chipOf(token: string): HTMLElement {
  const chip = document.createElement('span')
  chip.contentEditable = 'false'
  chip.dataset.token = token
  chip.className = token.startsWith('{') ? CHIP : BRACKET
  chip.textContent = chipLabel(token)
  return chip
}

/** A text as nodes: chips for its tokens, and line breaks as they are. */
function nodesOf(text: string): Node[] {
  const nodes: Node[] = []
  let end = 0
  const add = (own: string) => {
    if (own !== '') nodes.push(document.createTextNode(own))
  }
  for (const match of text.matchAll(TOKEN)) {
    add(text.slice(end, match.index))
    nodes.push(chipOf(match[0]))
    end = match.index + match[0].length
  }
  add(text.slice(end))
  return nodes
}

export const isChip = (node: Node | null | undefined): node is HTMLElement =>
  node instanceof HTMLElement && node.dataset.token !== undefined

/** A text as markup that the browser's own editing commands insert, so that undo knows it. */
export function markupOf(text: string): string {
  const holder = document.createElement('div')
  holder.append(...nodesOf(text))
  return holder.innerHTML
}

/** The text of what is in an editable element or a copied part of it. Blocks that a browser puts in are line breaks. */
export function textOf(root: Node): string {
  let text = ''
  for (const node of root.childNodes) {
    if (isChip(node)) text += node.dataset.token ?? ''
    else if (node instanceof HTMLBRElement) text += '\n'
    else if (node instanceof HTMLElement) text += `${node.tagName === 'DIV' && text !== '' ? '\n' : ''}${textOf(node)}`
    else text += (node.textContent ?? '').replaceAll(EDGE, '').replaceAll('\u00a0', ' ')
  }
  return text
}

/** Fills an editable element with a text. A chip at an edge gets a place for the caret. */
export function fill(root: HTMLElement, text: string): void {
  const nodes = nodesOf(text)
  if (isChip(nodes[0])) nodes.unshift(document.createTextNode(EDGE))
  if (isChip(nodes.at(-1))) nodes.push(document.createTextNode(EDGE))
  root.replaceChildren(...nodes)
}

/** Adds the caret's place after a chip that has come to stand last, without moving the caret. */
export function keepEdges(root: HTMLElement): void {
  if (isChip(root.lastChild)) root.append(EDGE)
  if (isChip(root.firstChild)) root.prepend(EDGE)
}

/** Whether text in the element is written as a token, as somebody types or pastes it. */
export const hasTypedTokens = (root: HTMLElement): boolean =>
  [...root.childNodes].some(node => !isChip(node) && /\{[a-z_]+\}|\[si [a-z_ ]+:/.test(node.textContent ?? ''))

/** The chip beside a collapsed caret, past the places that only hold a caret. */
export function chipBeside(root: HTMLElement, caret: Range, side: 'before' | 'after'): HTMLElement | undefined {
  const { startContainer: node, startOffset: offset } = caret
  const isBefore = side === 'before'
  let beside: Node | null
  if (node === root) beside = root.childNodes[isBefore ? offset - 1 : offset] ?? null
  else {
    const text = node.textContent ?? ''
    const rest = isBefore ? text.slice(0, offset) : text.slice(offset)
    if (rest.replaceAll(EDGE, '') !== '') return undefined
    beside = isBefore ? node.previousSibling : node.nextSibling
  }
  while (beside && !isChip(beside) && (beside.textContent ?? '').replaceAll(EDGE, '') === '') {
    beside = isBefore ? beside.previousSibling : beside.nextSibling
  }
  return isChip(beside) ? beside : undefined
}

/** The chip that a node is in. */
export function chipAround(root: HTMLElement, node: Node): HTMLElement | undefined {
  let own: Node | null = node
  while (own && own !== root) {
    if (isChip(own)) return own
    own = own.parentNode
  }
  return undefined
}

/** The other end of a phrase with a condition; undefined for a placeholder and for an end without its pair. */
export function partnerOf(chip: HTMLElement): HTMLElement | undefined {
  const token = chip.dataset.token ?? ''
  if (token.startsWith('{')) return undefined
  const isStart = token.startsWith('[')
  let node = isStart ? chip.nextSibling : chip.previousSibling
  while (node) {
    if (isChip(node) && !node.dataset.token?.startsWith('{')) {
      return node.dataset.token?.startsWith('[') === isStart ? undefined : node
    }
    node = isStart ? node.nextSibling : node.previousSibling
  }
  return undefined
}

/** Whether a text contains no end of a phrase, so that it can be put in one. */
export const isPlain = (text: string): boolean => !/[[\]]/.test(text)
