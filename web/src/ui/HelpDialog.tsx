/** The keys, and how to play with mouse, finger and keyboard. */
import { BINDINGS, type Binding, keyName } from '../model/keys'
import { CreditsLink } from './CreditsDialog'
import { Dialog } from './Dialog'

const GROUPS: Binding['group'][] = ['Play', 'Map', 'Panels', 'Replay']

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="How to play here" onClose={onClose} wide>
      <ul class="help-lines">
        <li>
          Units with a <b class="go">green stripe</b> may still act. Click one: the places it can go to turn green, with
          the cost. Click such a place, or drag the unit there.
        </li>
        <li>
          Click a stack and its units lie open at the bottom; pick the one you want. Where a whole stack may act
          together, a double click takes all of it.
        </li>
        <li>
          Right-click, press and hold, or the <b>Info</b> button: everything about a hex, a unit, a card.
        </li>
        <li>Before a battle you see its odds, shift by shift, and what may come of it.</li>
        <li>
          What is not possible is refused with the rule; click its number (<b>§</b>) to read it.
        </li>
        <li>Every choice is also in a list (key /), and everything works from the keyboard.</li>
      </ul>
      <div class="keys">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {BINDINGS.filter((b) => b.group === group).map((b) => (
                <div key={b.command}>
                  <dt>
                    {b.keys.map((key) => (
                      <kbd key={key}>{keyName(key)}</kbd>
                    ))}
                  </dt>
                  <dd>{b.help}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div>
        <CreditsLink />
      </div>
    </Dialog>
  )
}
