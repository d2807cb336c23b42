import { fieldText } from './audit-fields.ts'
import { valueText } from './audit-values.ts'

/** A field of an entry with its values before and after; undefined when it did not exist. */
export type Change = { field: string; before: string | undefined; after: string | undefined; isChanged: boolean }

type Leaves = Map<string, string>

/** Items of a list that are compared one by one; longer lists are compared as a whole. */
const MAX_ENTRIES = 200

function leavesOf(value: unknown, path: string, leaves: Leaves): Leaves {
  if (value === null || value === undefined) {
    if (path !== '' && value === null) leaves.set(path, '')
    return leaves
  }
  if (Array.isArray(value)) {
    const plain = value.every(item => typeof item !== 'object' || item === null)
    if (plain) leaves.set(path, value.map(textOf).join(', '))
    else if (value.length > MAX_ENTRIES) leaves.set(path, JSON.stringify(value))
    else for (const [index, item] of value.entries()) leavesOf(item, join(path, String(index + 1)), leaves)
    return leaves
  }
  if (typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) leavesOf(item, join(path, key), leaves)
    return leaves
  }
  leaves.set(path, textOf(value))
  return leaves
}

const join = (path: string, part: string): string => (path === '' ? part : `${path} › ${part}`)

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return String(value)
}

/**
 * What an entry changed, field by field: nested fields are named by their path, `levels › 2 › name`. Changed ones come
 * first, each group in the order in which it was written.
 */
export function changesOf(before: unknown, after: unknown): Change[] {
  const was = leavesOf(before, '', new Map())
  const is = leavesOf(after, '', new Map())
  const changes = [...new Set([...was.keys(), ...is.keys()])].map(path => ({
    field: path === '' ? 'valor' : path,
    before: was.get(path),
    after: is.get(path),
    isChanged: was.get(path) !== is.get(path),
  }))
  return [...changes.filter(change => change.isChanged), ...changes.filter(change => !change.isChanged)]
}

/** Changed fields that a row of the list has room for, and the longest value that it shows, in characters. */
const SHOWN = 3
const MAX_VALUE = 40

/** What an entry changed, in few words: `Estado: Pendiente → Pagado, Nombre y 2 más`. Long values are left out. */
export function changeWords(entity: string, before: unknown, after: unknown): string {
  const changes = changesOf(before, after).filter(change => change.isChanged)
  const words = changes.slice(0, SHOWN).map(change => wordsOf(entity, change))
  const rest = changes.length - SHOWN
  return rest > 0 ? `${words.join(', ')} y ${rest} más` : words.join(', ')
}

function wordsOf(entity: string, { field, before, after }: Change): string {
  const name = fieldText(field)
  const [was, is] = [before, after].map(value => (value === undefined ? '' : valueText(entity, field, value)))
  if (!is || is.length > MAX_VALUE) return name
  return was && was.length <= MAX_VALUE ? `${name}: ${was} → ${is}` : `${name}: ${is}`
}
