/** The field by which a form tells the server which visit it belongs to. */
export const VISIT_FIELD = 'alhena_visit'
