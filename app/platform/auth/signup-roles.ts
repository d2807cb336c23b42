/** The roles that a person may give themselves; `admin` comes from the operator alone (spec D28). */
export const SIGNUP_ROLES = ['assessment_manager', 'client', 'respondent'] as const
export type SignupRole = (typeof SIGNUP_ROLES)[number]
