/** What tells whether accounts that answered are different people. Browsers and networks are hashes. */
export type Trace = {
  run_id: string
  email: string
  browsers: readonly string[]
  networks: readonly string[]
  /** Wall time from start to end, in seconds. */
  seconds: number
  /** Below this many seconds nobody can have read the questions. */
  unreadable: number
}

/** Share of the shortest announced time below which nobody can have read a questionnaire. */
const UNREADABLE_SHARE = 1 / 4

/**
 * Seconds below which nobody can have read a questionnaire: a quarter of the shortest time that it announces, which is
 * about a thousand words a minute, four times a fast reader's pace.
 */
export const unreadableSeconds = ({ estimatedMinutes }: { estimatedMinutes: { min: number } }): number =>
  estimatedMinutes.min * 60 * UNREADABLE_SHARE

const SAME_HOST: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' }

/**
 * The mailbox behind an e-mail: what follows a plus and dots before the at sign don't make another one. Few providers
 * besides Gmail ignore dots, but two colleagues whose addresses differ only in dots are rarer still.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [local = ''] = email.slice(0, at).split('+')
  const host = email.slice(at + 1)
  return `${local.replaceAll('.', '')}@${SAME_HOST[host] ?? host}`
}

/**
 * Which accounts count as one person towards a group: those of one mailbox, and those that share a browser or a network
 * and took less time than reading does. An office shares its network and a workshop its computer, so sharing alone does
 * not join people who took their time.
 * @returns a name per run; equal names are one person.
 */
export function distinctPeople(traces: readonly Trace[]): ReadonlyMap<string, string> {
  const leader = new Map<string, string>()
  const find = (key: string): string => {
    const next = leader.get(key)
    return next === undefined || next === key ? key : find(next)
  }
  const join = (run: string, shared: string) => leader.set(find(run), find(shared))
  for (const { run_id, email, browsers, networks, seconds, unreadable } of traces) {
    join(run_id, `mailbox ${mailboxOf(email)}`)
    if (seconds >= unreadable) continue
    for (const browser of browsers) join(run_id, `browser ${browser}`)
    for (const network of networks) join(run_id, `network ${network}`)
  }
  return new Map(traces.map(({ run_id }) => [run_id, find(run_id)]))
}
