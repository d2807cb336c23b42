import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Bank } from './bank.ts'
import type { BookKeeper } from './book.ts'
import { answerControl, CONTROL_PATH } from './control.ts'
import type { Fault, Faults } from './faults.ts'
import { DECISION_PATH, decide, FORM_PATH, type Reply, showForm } from './form-routes.ts'
import * as refusals from './refusals.ts'
import { type Call, type Credentials, callOf, carryOut, isKnown, TRANSACTIONS_PATH } from './rest.ts'
import type { Answer } from './transaction.ts'

export type Machine = {
  readonly bank: Bank
  readonly book: BookKeeper
  readonly faults: Faults
  readonly credentials: Credentials
  now(): Date
  advance(ms: number): void
  /** Ends the waiting of slow answers. */
  readonly closing: AbortSignal
}

/** Serves the interface, the form and the control of a fake bank. */
export const createBankServer = (machine: Machine): Server =>
  createServer((request, response) => {
    handle(machine, request, response).catch(error => {
      console.error(error)
      response.destroy()
    })
  })

async function handle(machine: Machine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bank.invalid')
  const text = await readBody(request)
  const { bank, book } = machine
  const now = machine.now()
  const fields = request.method === 'POST' ? new URLSearchParams(text) : searchParams
  if (pathname === FORM_PATH) return show(response, showForm(bank, book, fields, now))
  if (pathname === DECISION_PATH) return show(response, decide(bank, fields, now))
  if (pathname.startsWith(CONTROL_PATH)) {
    return send(response, answerControl(machine, request.method ?? 'GET', pathname, text))
  }
  const call = isInterface(pathname) ? callOf(request.method ?? 'GET', pathname) : refusals.NO_SUCH_ADDRESS
  if ('status' in call) send(response, call)
  else answerCall(machine, call, { request, response, text })
}

function show(response: ServerResponse, reply: Reply): void {
  if (reply.kind === 'redirect') response.writeHead(302, { Location: reply.address }).end()
  else response.writeHead(reply.status, { 'Content-Type': 'text/html; charset=utf-8' }).end(reply.html)
}

const isInterface = (path: string): boolean => path === TRANSACTIONS_PATH || path.startsWith(`${TRANSACTIONS_PATH}/`)

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly text: string }

function answerCall(machine: Machine, call: Call, { request, response, text }: Exchange): void {
  const { bank, book, faults, credentials } = machine
  const now = machine.now()
  const fault = faults.take({ ...call, buyOrder: buyOrderOf(machine, call, text) })
  const isDone = !fault || fault.kind === 'delay' || (fault.kind !== 'unauthorized' && fault.carriedOut)
  const formUrl = `http://${request.headers.host}${FORM_PATH}`
  const answer = !isKnown(request, credentials)
    ? refusals.NOT_AUTHORIZED
    : isDone
      ? carryOut(bank, call, text, formUrl, now)
      : undefined
  book.note({ ...call, at: now, status: answer?.status })
  if (fault) spoil(response, fault, answer ?? refusals.SERVER_ERROR, machine.closing)
  else if (call.operation === 'commit' && answer?.status === 200 && losesAnswer(book, call.token)) response.destroy()
  else send(response, answer ?? refusals.SERVER_ERROR)
}

/** The cardholder chose that the answer to the commit be lost. */
const losesAnswer = (book: BookKeeper, token = ''): boolean => book.find(token)?.decision?.kind === 'lost_answer'

const buyOrderOf = ({ book }: Machine, { token }: Call, text: string): string | undefined =>
  token ? book.find(token)?.buyOrder : /"buy_order"\s*:\s*"([^"]*)"/.exec(text)?.[1]

function spoil(response: ServerResponse, fault: Fault, answer: Answer, closing: AbortSignal): void {
  switch (fault.kind) {
    case 'unauthorized':
      send(response, refusals.NOT_AUTHORIZED)
      break
    case 'server_error':
      send(response, refusals.SERVER_ERROR)
      break
    case 'not_json':
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html><body>Service Unavailable</body></html>')
      break
    case 'dropped':
      response.destroy()
      break
    case 'delay': {
      const timer = setTimeout(() => send(response, answer), fault.ms).unref()
      response.on('close', () => clearTimeout(timer))
      closing.addEventListener('abort', () => clearTimeout(timer), { once: true })
    }
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

/** @returns the port that it listens on; 0 asks for a free one. */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake bank has no port')
  return address.port
}

export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
