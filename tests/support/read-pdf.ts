import { inflateSync } from 'node:zlib'

export type ReadPdf = {
  pages: string[]
  title: string
  author: string
  language: string
  /** Titles of the bookmarks, in order. */
  bookmarks: string[]
}

/** Extracts the texts of a PDF, page by page, as when copying them. Supports what the shop's own files contain. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString('latin1')
  const objects = new Map(
    [...file.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj/gms)].map(([, id, body]) => [id ?? '', body ?? '']),
  )
  const object = (id: string | undefined) => objects.get(id ?? '') ?? ''
  const streamOf = (id: string | undefined) => {
    const [, stream] = /stream\n(.*)\nendstream/s.exec(object(id)) ?? []
    return stream === undefined ? '' : inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
  }
  const pageBodies = [...objects.values()].filter(body => /\/Type \/Page\b(?!s)/.test(body))
  const info = object(/\/Info (\d+) 0 R/.exec(file)?.[1])
  return {
    pages: pageBodies.map(page => {
      const resources = object(/\/Resources (\d+) 0 R/.exec(page)?.[1])
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
          name ?? '',
          codesOf(streamOf(/\/ToUnicode (\d+) 0 R/.exec(object(id))?.[1])),
        ]),
      )
      return textOf(streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1]), fonts)
    }),
    title: textObject(object(/\/Title (\d+) 0 R/.exec(info)?.[1])),
    author: textObject(object(/\/Author (\d+) 0 R/.exec(info)?.[1])),
    bookmarks: [...objects.values()]
      .filter(body => /\/Parent/.test(body) && /\/Dest/.test(body) && /\/Title/.test(body))
      .map(body => textObject(/\/Title (\(.*?[^\\]\))/s.exec(body)?.[1] ?? '')),
    language: textObject(/\/Lang (\(.*?\))/.exec(file)?.[1] ?? ''),
  }
}

/** The characters of each code of a font (its ToUnicode map). */
function codesOf(map: string): string[] {
  const codes: string[] = []
  for (const [, range] of map.matchAll(/beginbfrange\n(.*?)\nendbfrange/gs)) {
    for (const [, first, list] of (range ?? '').matchAll(/<(\w+)> <\w+> \[(.*?)\]/gs)) {
      const symbols = [...(list ?? '').matchAll(/<([\w ]*)>/g)].map(([, hex]) => utf16((hex ?? '').replaceAll(' ', '')))
      symbols.forEach((symbol, at) => {
        codes[Number.parseInt(first ?? '0', 16) + at] = symbol
      })
    }
  }
  return codes
}

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

function textOf(content: string, fonts: ReadonlyMap<string, string[]>): string {
  let codes: string[] = []
  let text = ''
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font) codes = fonts.get(font) ?? []
    for (const [, hex] of (shown ?? '').matchAll(/<(\w+)>/g)) {
      for (const [code] of (hex ?? '').matchAll(/.{4}/g)) text += codes[Number.parseInt(code, 16)] ?? '\u{fffd}'
    }
    if (shown !== undefined) text += '\n'
  }
  return text
}

/** A text of the file's metadata: in parentheses, UTF-16 where it has a byte order mark. */
function textObject(body: string): string {
  const [, raw = ''] = /^\((.*)\)$/s.exec(body) ?? []
  const plain = raw.replaceAll(/\\(.)/gs, '$1')
  return plain.startsWith('\xfe\xff') ? utf16(Buffer.from(plain.slice(2), 'latin1').toString('hex')) : plain
}
