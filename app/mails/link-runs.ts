export type TextRun = { text: string; href: string | undefined }

const ADDRESS = /https?:\/\/[^\s<>"]+/g

/**
 * Splits a mail's text into runs. Addresses on `origin` become links, as paths, so that they open on the host that the reader is on;
 * any other address stays text.
 */
export function linkRuns(text: string, origin: string): TextRun[] {
  const runs: TextRun[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    // A full stop or bracket after an address belongs to the sentence.
    const address = match[0].replace(/[.,;:!?)\]»]+$/, '')
    const url = URL.parse(address)
    // A path that begins with two slashes would be read as another host.
    if (url?.origin !== origin || url.pathname.startsWith('//')) continue
    runs.push({ text: text.slice(end, match.index), href: undefined })
    runs.push({ text: address, href: `${url.pathname}${url.search}${url.hash}` })
    end = match.index + address.length
  }
  runs.push({ text: text.slice(end), href: undefined })
  return runs.filter(run => run.text !== '')
}
