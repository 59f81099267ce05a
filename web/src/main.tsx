import '@fontsource/alegreya-sans/latin-400.css'
import '@fontsource/alegreya-sans/latin-500.css'
import '@fontsource/alegreya-sans/latin-700.css'
import '@fontsource/alegreya-sc/latin-700.css'
import '@fontsource/barlow-condensed/latin-500.css'
import '@fontsource/barlow-condensed/latin-600.css'
import '@fontsource/barlow-condensed/latin-700.css'
import './styles/index.css'
import { render } from 'preact'
import { App } from './App'
import { learn } from './online/me'
import { colourPage } from './pieces/palette'
import { watchRoute } from './state/route'
import { watchSettings } from './state/settings'

colourPage(document.documentElement)
watchSettings()
watchRoute()
void learn()
render(<App />, document.getElementById('app')!)
