/** What of a request is known before its body, of Node's as well as of the web's. */
export type RequestHead = { method: string; headers: Pick<Headers, 'get'> }
