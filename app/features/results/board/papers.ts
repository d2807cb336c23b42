/** Sizes of paper, by the names that Typst has for them. Letters of Chile are printed on the first. */
export const PAPERS = { carta: 'us-letter', a4: 'a4' } as const
export type Paper = (typeof PAPERS)[keyof typeof PAPERS]

/** How an address names one. */
export const PAPER_PARAMETER = 'papel'

/** The paper that an address asks for; Carta where it names none. */
export const paperAt = ({ searchParams }: Pick<URL, 'searchParams'>): Paper =>
  searchParams.get(PAPER_PARAMETER) === 'a4' ? PAPERS.a4 : PAPERS.carta
