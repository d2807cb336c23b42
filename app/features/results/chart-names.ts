import { shorten } from './files/document-parts.ts'

/** Maximum characters of an area's name in a chart: three lines round a radar. */
export const CHART_NAME_MAX = 40

/**
 * How charts call the areas that are called by their sections' titles everywhere else: without what stands in brackets, and cut at a word
 * where it is longer than a chart has room for. Names that would be the same get their number, because a chart tells its axes
 * apart by them.
 */
export function chartNames(sections: readonly { title: string }[]): string[] {
  const names = sections.map(({ title }) => shorten(withoutBrackets(title), CHART_NAME_MAX))
  return names.map((name, index) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${index + 1}. ${name}`))
}

/** The whole title where nothing else would be left. */
const withoutBrackets = (title: string): string => title.replaceAll(/\s*\([^()]*\)/g, '').trim() || title
