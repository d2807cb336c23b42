import { data } from 'react-router'

/**
 * A posted form.
 * @throws 400 when the body is no form at all.
 */
export const postedForm = (request: Request): Promise<FormData> =>
  request.formData().catch(() => {
    throw data('Bad request', { status: 400 })
  })
