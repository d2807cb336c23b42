import { openZip, packZip } from '#app/platform/sheets/zip.server.ts'

const CHART = /^ppt\/charts\/chart(\d+)\.xml$/
/** A part of a chart in the names of files and in what refers to them. */
const NUMBERED = /(charts\/(?:_rels\/)?chart|Microsoft_Excel_Worksheet)(\d+)(?=\.xml|\.xlsx)/g
const WRITTEN_AT = /(<dcterms:(?:created|modified)[^>]*>)[^<]*/g

/**
 * A file of the library without what it has of the process that wrote it: the time of writing, and the numbers of charts, which count over the
 * life of the process. The workbooks inside of it are settled likewise. The same slides are the same bytes.
 * @param at the time that it is to tell, of which milliseconds are left out.
 */
export async function settleFile(bytes: Uint8Array, at: Date): Promise<Uint8Array<ArrayBuffer>> {
  const archive = openZip(Buffer.from(bytes))
  if (!archive) throw new Error('The written file is no archive')
  const numbers = archive.names.flatMap(name => CHART.exec(name)?.[1] ?? []).toSorted((a, b) => Number(a) - Number(b))
  const renumbered = (text: string): string =>
    text.replaceAll(NUMBERED, (whole, kind: string, number: string) => {
      const place = numbers.indexOf(number)
      return place < 0 ? whole : `${kind}${place + 1}`
    })
  const time = `${at.toISOString().slice(0, 19)}Z`
  const settle = async (name: string, content: Buffer): Promise<Uint8Array> => {
    if (name.endsWith('.xlsx')) return settleFile(content, at)
    if (!/\.(?:xml|rels)$/.test(name)) return content
    return Buffer.from(renumbered(content.toString()).replaceAll(WRITTEN_AT, `$1${time}`))
  }
  const files = archive.names.map(async name => {
    const content = archive.read(name)
    if (!content) throw new Error(`The written file has no ${name}`)
    return { name: renumbered(name), content: await settle(name, content) }
  })
  return new Uint8Array(await packZip(await Promise.all(files)))
}
