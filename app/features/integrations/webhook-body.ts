type Told = { type: string; occurred_at: Date; seq: number; data: unknown }

/** The bytes of a message: the same at every attempt, because a receiver may compare them. */
export const bodyOf = ({ type, occurred_at, seq, data }: Told): string =>
  JSON.stringify({ type, timestamp: occurred_at.toISOString(), sequence: seq, data })
