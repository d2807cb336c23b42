import { countOf } from '#app/kernel/format.ts'

/**
 * Why an invitation can't be accepted, by its state.
 * @param days how long it can be accepted.
 * @param revoked what is said of one that was withdrawn.
 */
export const invitationRefusals = (days: number, revoked: string): ReadonlyMap<string, string> =>
  new Map([
    ['used', 'Esta invitación ya se usó. Si no fuiste tú, pide que te inviten otra vez.'],
    ['revoked', revoked],
    ['expired', `Esta invitación venció: vale ${countOf(days, 'día', 'días')}. Pide que te inviten otra vez.`],
    ['unknown', 'Este enlace no corresponde a ninguna invitación. Cópialo completo desde el correo.'],
  ])
