/** What tells whether accounts that answered are different people. Browsers and networks are hashes. */
export type Trace = {
  run_id: string
  email: string
  browsers: readonly string[]
  networks: readonly string[]
  /** When its first and its last answer were saved, in seconds of one clock. */
  first: number
  last: number
  /** Between these in fewer seconds nobody can have read the questions. */
  least: number
}

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
 * Which accounts count as one person towards a group:
 * - those of one mailbox;
 * - those that share a browser or a network and were answered faster than anybody reads: a page left open saves nothing, so time counts
 *   from the first saved answer to the last;
 * - those of one browser that were answered at the same time or by turns: nobody else sat there.
 *
 * An office shares its network and a workshop its computer, so sharing alone doesn't join people who took their time, one after another.
 * @returns a name per run; equal names are one person.
 */
export function distinctPeople(traces: readonly Trace[]): ReadonlyMap<string, string> {
  const leader = new Map<string, string>()
  const find = (key: string): string => {
    const next = leader.get(key)
    return next === undefined || next === key ? key : find(next)
  }
  const join = (run: string, shared: string) => leader.set(find(run), find(shared))
  for (const { run_id, email, browsers, networks, first, last, least } of traces) {
    join(run_id, `mailbox ${mailboxOf(email)}`)
    if (last - first >= least) continue
    for (const browser of browsers) join(run_id, `browser ${browser}`)
    for (const network of networks) join(run_id, `network ${network}`)
  }
  for (const [a, b] of alternating(traces)) join(a.run_id, b.run_id)
  return new Map(traces.map(({ run_id }) => [run_id, find(run_id)]))
}

/** Runs of one browser of which one began before the other had ended; each with the one that ended last before it. */
function alternating(traces: readonly Trace[]): [Trace, Trace][] {
  const ofBrowser = Map.groupBy(
    traces.flatMap(trace => trace.browsers.map(browser => ({ browser, trace }))),
    ({ browser }) => browser,
  )
  return [...ofBrowser.values()].flatMap(shared => {
    const [earliest, ...others] = shared.map(({ trace }) => trace).toSorted((a, b) => a.first - b.first)
    let open = earliest
    return others.flatMap((trace): [Trace, Trace][] => {
      const before = open
      if (before === undefined || trace.last >= before.last) open = trace
      return before !== undefined && trace.first <= before.last ? [[trace, before]] : []
    })
  })
}
