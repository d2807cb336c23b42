import { z } from 'zod'

/** Rows of one page of a back-office list. */
export const PAGE_SIZE = 25

const schema = z.object({
  search: z
    .string()
    .transform(text =>
      text
        .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
        .trim()
        .slice(0, 100),
    )
    .catch(''),
  after: z.uuid().optional().catch(undefined),
})

/** Search and place of a list, from the address. What makes no sense counts as not given. */
export function readListAddress(params: URLSearchParams): { search: string; after: string | undefined } {
  const { search, after } = schema.parse({
    search: params.get('search') ?? '',
    after: params.get('after') ?? undefined,
  })
  return { search, after }
}

/** One row more than a page tells whether there is a next one. */
export function toPage<Row extends { id: string }>(rows: readonly Row[]): { rows: Row[]; next: string | undefined } {
  const page = rows.slice(0, PAGE_SIZE)
  return { rows: page, next: rows.length > PAGE_SIZE ? page.at(-1)?.id : undefined }
}
