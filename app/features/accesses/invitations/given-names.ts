/** Usual given names in Chile that are rarely surnames, without accents: enough to tell in which order a column of names is. */
const GIVEN_NAMES = new Set(
  `adriana agustina alejandra alejandro alfonso alfredo alicia alvaro amanda amelia ana andrea andres angela angelica angeles antonia antonio
  arturo barbara beatriz belen benjamin bernarda camila camilo carla carlos carmen carolina catalina cecilia claudia claudio constanza
  cristian cristobal cristina daniel daniela david diana diego eduardo elena eliana elizabeth emilia emilio enrique ernesto esteban eugenia
  eva fabian fabiola felipe fernanda fernando florencia francisca francisco gabriel gabriela gerardo german gladys gloria gonzalo graciela
  guillermo gustavo hector hernan hugo ignacia ignacio ines ingrid irene isabel isidora ivan jaime javier javiera jessica joaquin jorge jose
  josefa josefina juan juana julia julio karen karina katherine laura leonardo leonor loreto lorena lucia luis luisa luz macarena magdalena
  manuel manuela marcela marcelo marcos margarita maria mariana mario marta martina matias mauricio maximiliano mercedes miguel millaray
  monica monserrat nancy natalia nicolas nicole olga oscar pablo pamela paola patricia patricio paula paulina paz pedro pia pilar rafael raquel
  raul rebeca renata ricardo rigoberto roberto rocio rodrigo rosa ruben ruth sandra sebastian sergio silvia sofia sonia soledad susana tamara
  teresa valentina valeria vanessa veronica victor victoria viviana ximena yasna yolanda`.split(/\s+/),
)

const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^m\.?ª?$/, 'maria')

/** Whether a word of a name, with its particles, is a usual given name. */
export const isGivenName = (part: string): boolean => GIVEN_NAMES.has(plain(part.split(' ').at(-1) ?? ''))
