/** What is listed of an object; `at` is when it was written last. */
export type ListedObject = { key: string; at: Date }

/** A store that does not answer, or refuses. Its message names no key of access. */
export class ObjectStoreError extends Error {}

/**
 * A place outside of the database for the bytes of files. Without one (`undefined` wherever it is passed) all of them stay in their rows.
 * Everything rejects with ObjectStoreError.
 */
export type ObjectStore = {
  /** Where it is, for messages: without keys of access. */
  readonly address: string
  /** Resolves once the store has kept the bytes; those under the same key are replaced. */
  put(key: string, bytes: Buffer, type: string): Promise<void>
  /** Undefined: there is no such object. */
  get(key: string): Promise<Buffer | undefined>
  /** The objects whose keys begin so, in pages of at most a thousand. */
  list(prefix: string): AsyncIterable<ListedObject[]>
  /** Removes an object, if there is one. */
  remove(key: string): Promise<void>
  close(): void
}
