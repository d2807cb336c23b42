import { data } from 'react-router'
import { countFields, SIGNED_IN } from './body-size.server.ts'

/**
 * A posted form. The HTTP entry has counted its fields by its address already, except those of a form with a file, whose body
 * nobody reads before its action knows who sends it.
 * @throws 400 when the body is no form at all, 413 when it has more fields than any form of the shop.
 */
export async function postedForm(request: Request): Promise<FormData> {
  const type = request.headers.get('content-type') ?? ''
  const body = await request.arrayBuffer().then(
    buffer => new Uint8Array(buffer),
    () => undefined,
  )
  if (body === undefined) throw data('Bad request', { status: 400 })
  if (countFields(body, type) > SIGNED_IN.fields) throw data('Too many fields', { status: 413 })
  return new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw data('Bad request', { status: 400 })
  })
}
