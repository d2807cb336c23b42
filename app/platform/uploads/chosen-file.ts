/**
 * The file that somebody chose in a form. Without one, a browser sends one without name and bytes; a chosen one may be empty, as one of a
 * cloud folder that was never downloaded is, and is refused as such.
 */
export const chosenFile = (sent: FormDataEntryValue | null): File | undefined =>
  sent instanceof File && (sent.size > 0 || sent.name !== '') ? sent : undefined
