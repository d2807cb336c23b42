type Written = { at: number; position: number }

/**
 * How old what a replica shows is, from positions of the primary's log that were read at known moments: once it has replayed such a position, it
 * shows all that was committed before that moment.
 * @param maxAge milliseconds; moments are in milliseconds of one clock
 */
export function createReplicaAge(maxAge: number) {
  let written: Written[] = []
  let shownUntil = Number.NEGATIVE_INFINITY
  let requiredFrom = Number.NEGATIVE_INFINITY
  const age = (now: number): number => now - shownUntil

  return {
    /** @param at when the position was requested. */
    addWritten(at: number, position: number): void {
      written = [...written.filter(each => at - each.at <= maxAge), { at, position }]
    },
    addReplayed(position: number): void {
      for (const each of written) if (each.position <= position) shownUntil = Math.max(shownUntil, each.at)
      written = written.filter(each => each.position > position)
    },
    /** Of a replica that is away: it may come back older than it was. */
    forget(): void {
      written = []
      shownUntil = Number.NEGATIVE_INFINITY
    },
    /** The replica is too old until it shows what was committed before this moment. */
    require(at: number): void {
      requiredFrom = at
    },
    age,
    isRecent: (now: number): boolean => age(now) <= maxAge && shownUntil >= requiredFrom,
  }
}
