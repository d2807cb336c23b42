import { SaxesParser } from 'saxes'

/** An element of a workbook, whatever prefix its program writes. */
export type XmlElement = {
  /** Its name without prefix; empty where its namespace is none of a workbook's own. */
  name: string
  /** @returns an attribute without namespace. */
  get(name: string): string | undefined
  /** `r:id`, whatever its prefix. */
  relation: string | undefined
}

export type XmlReader = {
  open(element: XmlElement): void
  close?(name: string): void
  text?(text: string): void
}

/** Elements that one file may still have. A file of 11 kilobytes can hold millions. */
export type Budget = { elements: number; cells: number }

/** Why reading stopped before the end: enough was read, or more is there than any list has. */
export const ENOUGH = Symbol('enough')
export const TOO_MUCH = Symbol('too much')

/** Namespaces of workbooks and their packages, transitional and strict (ECMA-376, parts 1 and 4). */
const OWN = new Set([
  '',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  'http://schemas.openxmlformats.org/package/2006/relationships',
])
const RELATIONS = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
])

/** Characters that the parser is given at once. */
const CHUNK = 65_536

/**
 * Reads a document of XML from its beginning. Entities that a document declares itself are no part of a workbook: they are an error.
 * @throws whatever a reader throws, and an error of the parser for what is no XML.
 */
export function readXml(bytes: Buffer, reader: XmlReader, budget: Budget): void {
  const xml = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8').decode(bytes)
  const parser = new SaxesParser({ xmlns: true, position: false })
  const nameOf = ({ local, uri }: { local: string; uri: string }) => (OWN.has(uri) ? local : '')
  parser.on('opentag', tag => {
    budget.elements -= 1
    if (budget.elements < 0) throw TOO_MUCH
    const attributes = tag.attributes
    reader.open({
      name: nameOf(tag),
      get: name => (Object.hasOwn(attributes, name) ? attributes[name]?.value : undefined),
      get relation() {
        return Object.values(attributes).find(({ local, uri }) => local === 'id' && RELATIONS.has(uri))?.value
      },
    })
  })
  parser.on('closetag', tag => reader.close?.(nameOf(tag)))
  parser.on('text', text => reader.text?.(text))
  parser.on('cdata', text => reader.text?.(text))
  for (let at = 0; at < xml.length; at += CHUNK) parser.write(xml.slice(at, at + CHUNK))
  parser.close()
}
