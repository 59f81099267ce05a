/** Who sits at this browser: at home nobody in particular, on a server with accounts whoever signed in. */
import { computed, signal } from '@preact/signals'
import { api, Refused, signedOut } from '../api'
import type { Account, ChangeAccount } from '../model/contract.gen'
import { account } from './requests'

/** Undefined until the server has said. */
export const accounts = signal<boolean | undefined>(undefined)
export const me = signal<Account | null | undefined>(undefined)
/** Is the page waiting to learn who asks? */
export const unsure = computed(() => accounts.value === undefined || (accounts.value && me.value === undefined))
/** Why that cannot be learnt. */
export const unreachable = signal('')

const RETRY = 2000

async function whoAmI(): Promise<Account | null> {
  try {
    return await account.get()
  } catch (error) {
    if (error instanceof Refused && error.status === 401) return null
    throw error
  }
}

/** Ask whether there are accounts, and who one is; until the server answers. */
export async function learn(): Promise<void> {
  signedOut.tell = () => {
    me.value = null
  }
  try {
    const { accounts: many } = await api.about()
    if (many) me.value = await whoAmI()
    accounts.value = many
    unreachable.value = ''
  } catch (error) {
    unreachable.value = (error as Error).message
    setTimeout(() => void learn(), RETRY)
  }
}

export function signedIn(found: Account): void {
  me.value = found
}

/** Change something about oneself. */
export const change = async (what: ChangeAccount): Promise<void> => signedIn(await account.change(what))

export async function logOut(): Promise<void> {
  await account.logOut().catch(() => undefined)
  me.value = null
}
