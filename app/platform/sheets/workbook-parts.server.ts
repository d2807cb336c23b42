import { posix } from 'node:path'
import { cutText } from '#app/kernel/text.ts'
import { unescapeText } from './escapes.ts'
import { formatOf } from './number-text.ts'
import { type Budget, readXml } from './xml.server.ts'
import type { Archive } from './zip.server.ts'

/** A sheet by its tab, and the part that holds its cells. */
export type SheetPart = { name: string; path: string; hidden: boolean }

/** The parts of a workbook that its sheets refer to. */
export type WorkbookParts = {
  sheets: SheetPart[]
  /** Texts by their place. */
  shared: string[]
  /** The format of numbers by a cell's style. */
  formats: string[]
  is1904: boolean
}

type Relation = { id: string; type: string; path: string }

/** Where a part's relations lead; the last segment of their type says to what. */
function relationsOf(archive: Archive, part: string, budget: Budget): Relation[] {
  const folder = posix.dirname(part)
  const bytes = archive.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
  const relations: Relation[] = []
  if (!bytes) return relations
  const reader = {
    open({ name, get }: { name: string; get(name: string): string | undefined }) {
      const target = get('Target')
      if (name !== 'Relationship' || target === undefined || get('TargetMode') === 'External') return
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target.replaceAll('\\', '/'))
      relations.push({ id: get('Id') ?? '', type: (get('Type') ?? '').split('/').at(-1) ?? '', path })
    },
  }
  readXml(bytes, reader, budget)
  return relations
}

/** Longest name of a sheet (Excel's own limit is 31). */
const MAX_NAME = 60

/** The parts of a workbook; undefined when the archive is none. @throws as `readXml` */
export function readParts(archive: Archive, budget: Budget): WorkbookParts | undefined {
  const main = relationsOf(archive, '', budget).find(({ type }) => type === 'officeDocument')
  const path = main?.path ?? 'xl/workbook.xml'
  const bytes = archive.read(path)
  if (!bytes) return undefined
  const relations = relationsOf(archive, path, budget)
  const paths = new Map(relations.map(relation => [relation.id, relation.path]))
  const pathOf = (kind: string, usual: string) =>
    relations.find(({ type }) => type === kind)?.path ?? posix.join(posix.dirname(path), usual)
  const sheets: SheetPart[] = []
  let is1904 = false
  readXml(
    bytes,
    {
      open({ name, get, relation }) {
        if (name === 'workbookPr') is1904 = isOn(get('date1904'))
        const part = name === 'sheet' ? paths.get(relation ?? '') : undefined
        if (part === undefined) return
        const hidden = (get('state') ?? 'visible') !== 'visible'
        sheets.push({ name: cutText(unescapeText(get('name') ?? ''), MAX_NAME), path: part, hidden })
      },
    },
    budget,
  )
  return {
    sheets,
    is1904,
    shared: readShared(archive.read(pathOf('sharedStrings', 'sharedStrings.xml')), budget),
    formats: readFormats(archive.read(pathOf('styles', 'styles.xml')), budget),
  }
}

/** A switch of the format: `1` or `true`. */
export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on'

/** Characters of a cell that are read, as many as Excel takes. */
const MAX_CELL = 32_767

/** Collects a text that may come in runs of their own format; how it is pronounced (`rPh`) is no part of it. */
export function textCollector() {
  let text = ''
  let inText = false
  let pronounced = false
  return {
    open(name: string) {
      if (name === 't') inText = !pronounced
      if (name === 'rPh') pronounced = true
    },
    close(name: string) {
      if (name === 't') inText = false
      if (name === 'rPh') pronounced = false
    },
    add(piece: string) {
      if (inText && text.length < MAX_CELL) text += piece
    },
    /** The text so far, which the next one begins without. */
    take(): string {
      const taken = cutText(unescapeText(text), MAX_CELL)
      text = ''
      return taken
    },
  }
}

function readShared(bytes: Buffer | undefined, budget: Budget): string[] {
  const shared: string[] = []
  if (!bytes) return shared
  const collector = textCollector()
  readXml(
    bytes,
    {
      open: ({ name }) => collector.open(name),
      close(name) {
        collector.close(name)
        if (name === 'si') shared.push(collector.take())
      },
      text: piece => collector.add(piece),
    },
    budget,
  )
  return shared
}

function readFormats(bytes: Buffer | undefined, budget: Budget): string[] {
  const own = new Map<number, string>()
  const formats: string[] = []
  if (!bytes) return formats
  let inCells = false
  readXml(
    bytes,
    {
      open({ name, get }) {
        if (name === 'numFmt') own.set(Number(get('numFmtId')), unescapeText(get('formatCode') ?? ''))
        if (name === 'cellXfs') inCells = true
        if (name === 'xf' && inCells) formats.push(formatOf(Number(get('numFmtId') ?? 0), own))
      },
      close(name) {
        if (name === 'cellXfs') inCells = false
      },
    },
    budget,
  )
  return formats
}
