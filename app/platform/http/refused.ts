/** What a page gets of a refusal that no form of its own answers; its status is that of the response. */
export type Refused = { refusal: string }

/** The text of a refusal in what a route's action or loader threw; undefined for anything else. */
export function refusalFrom(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('data' in error)) return undefined
  const { data } = error
  return typeof data === 'object' && data !== null && 'refusal' in data ? String(data.refusal) : undefined
}
