/** A name as addresses have it: `yanez` of 'Yáñez'. */
export const emailName = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
