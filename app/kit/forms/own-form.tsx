import { type ComponentProps, useState } from 'react'
import { Form as RouterForm, useRouteLoaderData } from 'react-router'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { ACCOUNT_FIELD } from '#app/platform/http/account-field.ts'

/**
 * The account under which a part of the page was opened, for as long as it is on the screen: what is typed into it belongs to
 * that account, whoever signs in meanwhile in another tab. Undefined where nobody was signed in.
 */
export function useOwnAccount(): string | undefined {
  const root: { account?: string | undefined } | undefined = useRouteLoaderData('root')
  const [account] = useState(root?.account)
  return account
}

/** Says whose the form around it is. */
export function AccountField() {
  const account = useOwnAccount()
  return account === undefined ? null : <input type="hidden" name={ACCOUNT_FIELD} value={account} />
}

/** Whether a form of this method changes anything. */
export const posts = (method: string | undefined): boolean => method?.toLowerCase() === 'post'

/** Of a component with these properties, whose children are elements. */
export type FormProps<Props> = Omit<Props, 'children'> & { children?: Blocks }

/** The router's form; one that posts says whose it is (house rules, "Forms and accounts"). */
export const Form = ({ children, ...props }: FormProps<ComponentProps<typeof RouterForm>>) => (
  <RouterForm {...props}>
    {posts(props.method) && <AccountField />}
    {children}
  </RouterForm>
)
