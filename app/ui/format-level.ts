const oneDecimal = new Intl.NumberFormat('es-CL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `3,4`: a level with one decimal, as es-CL writes it; a dash where there is none. */
export const formatLevel = (level: number | null): string => (level === null ? '–' : oneDecimal.format(level))
