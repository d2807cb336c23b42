import { getDocumentProxy } from 'unpdf'
import { z } from 'zod'

export type ReadPdf = {
  /** The text of each page, line by line in reading order. */
  pages: string[]
  /** Where the texts of each page stand. */
  places: PagePlaces[]
  title: string
  author: string
  language: string
  /** Whether the file says how it is structured, for assistive technology. */
  tagged: boolean
  /** Titles of the bookmarks, in order. */
  bookmarks: string[]
  /** Roles of the structure with their alternative texts, in reading order. */
  structure: { role: string; alt: string | undefined }[]
}

/** A page's measures in points; `y` is that of a text's baseline, from the top. */
export type PagePlaces = { width: number; height: number; texts: { text: string; y: number }[] }

type Bookmark = { title: string; items: Bookmark[] }
const information = z.object({ Title: z.string(), Author: z.string(), Language: z.string() })
const structureNode = z.object({ role: z.string(), alt: z.string().optional(), children: z.array(z.unknown()) })

/** Reads a PDF as a reader that copies its texts, and as assistive technology. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // The library takes the bytes for itself.
  const file = await getDocumentProxy(new Uint8Array(bytes))
  try {
    const { Title, Author, Language } = information.parse((await file.getMetadata()).info)
    const marks = await file.getMarkInfo()
    const outline: Bookmark[] = (await file.getOutline()) ?? []
    const read: ReadPdf = {
      pages: [],
      places: [],
      title: Title,
      author: Author,
      language: Language,
      tagged: marks?.Marked === true,
      bookmarks: outline.flatMap(titlesOf),
      structure: [],
    }
    for (let number = 1; number <= file.numPages; number += 1) {
      const page = await file.getPage(number)
      const { items } = await page.getTextContent()
      read.pages.push(items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
      const { width, height } = page.getViewport({ scale: 1 })
      const texts = items.flatMap(item =>
        'str' in item && item.str.trim() !== '' ? [{ text: item.str, y: height - Number(item.transform[5]) }] : [],
      )
      read.places.push({ width, height, texts })
      read.structure.push(...rolesOf(await page.getStructTree()))
    }
    return read
  } finally {
    await file.cleanup()
  }
}

const titlesOf = ({ title, items }: Bookmark): string[] => [title, ...items.flatMap(titlesOf)]

function rolesOf(node: unknown): ReadPdf['structure'] {
  const { data } = structureNode.safeParse(node)
  return data ? [{ role: data.role, alt: data.alt }, ...data.children.flatMap(rolesOf)] : []
}
