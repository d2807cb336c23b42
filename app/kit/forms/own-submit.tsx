import { type ComponentProps, useMemo, useState } from 'react'
import {
  type FetcherSubmitFunction,
  type SubmitFunction,
  useFetcher as useRouterFetcher,
  useSubmit as useRouterSubmit,
} from 'react-router'
import { ACCOUNT_FIELD } from '#app/platform/http/account-field.ts'
import { askForPart } from './ask-for-part.ts'
import { AccountField, type FormProps, posts, useOwnAccount } from './own-form.tsx'

type Target = Parameters<SubmitFunction>[0]

/** A target with the account; forms of the page bring the field themselves. */
function owned(target: Target, account: string | undefined): Target {
  if (account === undefined || target === null || typeof target !== 'object') return target
  if (target instanceof FormData || target instanceof URLSearchParams) {
    target.set(ACCOUNT_FIELD, account)
    return target
  }
  if (target instanceof Element || Array.isArray(target)) return target
  return { ...target, [ACCOUNT_FIELD]: account }
}

/** The router's `useSubmit`; what it posts says whose it is. */
export function useSubmit(): SubmitFunction {
  const submit = useRouterSubmit()
  const account = useOwnAccount()
  return useMemo(
    () => (target, options) => submit(posts(options?.method) ? owned(target, account) : target, options),
    [submit, account],
  )
}

/** The router's `useFetcher`; what it posts says whose it is, and data that does not come is null. */
export function useFetcher<Answer>(options?: Parameters<typeof useRouterFetcher>[0]) {
  const fetcher = useRouterFetcher<Answer>(options)
  const account = useOwnAccount()
  const [isUnreached, setUnreached] = useState(false)
  const { Form: FetcherForm, submit: send, load: ask } = fetcher
  const own = useMemo(() => {
    const submit: FetcherSubmitFunction = (target, settings) =>
      send(posts(settings?.method) ? owned(target, account) : target, settings)
    const OwnForm = ({ children, ...props }: FormProps<ComponentProps<typeof FetcherForm>>) => (
      <FetcherForm {...props}>
        {posts(props.method) && <AccountField />}
        {children}
      </FetcherForm>
    )
    let latest: string
    const load: typeof ask = async (address, settings) => {
      latest = address
      // What was asked for meanwhile is what is wanted.
      setUnreached(!(await askForPart(address, async () => latest === address && (await ask(address, settings)))))
    }
    return { submit, load, Form: OwnForm }
  }, [FetcherForm, send, ask, account])
  return useMemo(
    () => ({ ...fetcher, ...own, ...(isUnreached ? { data: null as typeof fetcher.data } : {}) }),
    [fetcher, own, isUnreached],
  )
}
