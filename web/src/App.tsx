import { HomePage } from './home/HomePage'
import { accounts, me, unreachable, unsure } from './online/me'
import { Outside, Pages } from './online/Pages'
import { type Route, route } from './state/route'
import { TablePage } from './table/TablePage'
import { LiveRegions } from './ui/LiveRegions'
import { Toast } from './ui/Toast'

function Page({ at }: { at: Route }) {
  if (unsure.value) return <main class="loading">{unreachable.value || 'One moment …'}</main>
  if (accounts.value && !me.value) return <Outside at={at} />
  if (at.page === 'game') return <TablePage key={at.id} id={at.id} replayAt={at.replay} film={at.film} />
  return at.page === 'home' || !accounts.value ? <HomePage /> : <Pages at={at} />
}

export function App() {
  return (
    <>
      <Page at={route.value} />
      <Toast />
      <LiveRegions />
    </>
  )
}
