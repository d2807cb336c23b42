import { z } from 'zod'

/** Stops the start; the message is the one line that the operator reads. */
export class SettingsError extends Error {}

export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address, as https://tienda.example' })
