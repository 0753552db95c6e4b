/** Sign that messages and reactions may carry, by the short name that other clients use. */
export type Sign = { name: string; sign: string; words: string }

/** Signs offered at once below a message. */
export const QUICK_SIGNS = ['+1', 'white_check_mark', 'eyes', 'pray', 'question'] as const

const LINES = `
+1 👍 agree yes good thumbsup
white_check_mark ✅ done check ok
eyes 👀 looking watching
pray 🙏 thanks please
question ❓ unclear ask
-1 👎 no disagree thumbsdown
heart ❤️ love
smile 😄 happy
laughing 😆 joke
slightly_smiling_face 🙂 smile
wink 😉 joke
joy 😂 laugh tears
thinking 🤔 think hmm
confused 😕 unsure
open_mouth 😮 surprised
cry 😢 sad
angry 😠 cross
sweat_smile 😅 relief
sleeping 😴 tired night
sunglasses 😎 cool
face_with_rolling_eyes 🙄 really
neutral_face 😐 neutral
scream 😱 shock
heart_eyes 😍 love
clap 👏 applause bravo
wave 👋 hello goodbye
ok_hand 👌 fine
raised_hands 🙌 hooray
raised_hand ✋ stop me
muscle 💪 strong
point_up ☝️ note
point_right 👉 this
handshake 🤝 deal agreed
v ✌️ peace
crossed_fingers 🤞 luck
saluting_face 🫡 aye yes
100 💯 full right
tada 🎉 celebrate party
fire 🔥 hot fire
star ⭐ favourite
bulb 💡 idea
warning ⚠️ caution danger
rotating_light 🚨 alarm urgent
sos 🆘 distress help mayday
exclamation ❗ important
bangbang ‼️ important
x ❌ no wrong cancel
heavy_check_mark ✔️ done
no_entry ⛔ forbidden closed
stop_sign 🛑 stop
hourglass_flowing_sand ⏳ wait pending
alarm_clock ⏰ time reminder
clock4 🕓 time
calendar 📆 date
pushpin 📌 pin
paperclip 📎 file
memo 📝 note report
clipboard 📋 list
mag 🔍 search find
telephone_receiver 📞 call phone
radio 📻 vhf radio
loudspeaker 📢 announce broadcast
bell 🔔 alert
no_bell 🔕 quiet mute
email ✉️ mail
satellite 📡 receiver ais antenna
artificial_satellite 🛰️ satellite
world_map 🗺️ map chart
compass 🧭 course bearing
anchor ⚓ anchored port
ship 🚢 vessel
boat ⛵ sail yacht
speedboat 🚤 fast craft
ferry ⛴️ passenger
passenger_ship 🛳️ cruise liner
motor_boat 🛥️ patrol
canoe 🛶 small craft
helicopter 🚁 sar air
airplane ✈️ aircraft
oil_drum 🛢️ oil spill tanker
fish 🐟 fishing
fishing_pole_and_fish 🎣 fishing
whale 🐳 whale
ocean 🌊 sea wave
cyclone 🌀 storm typhoon
fog 🌫️ visibility
thunder_cloud_and_rain ⛈️ storm weather
rain_cloud 🌧️ weather
sunny ☀️ day weather
crescent_moon 🌙 night
wind_blowing_face 🌬️ wind
snowflake ❄️ ice cold
ice_cube 🧊 ice
construction 🚧 works closed
checkered_flag 🏁 finished
triangular_flag_on_post 🚩 flag red
lock 🔒 closed secure
unlock 🔓 open
key 🔑 access
shield 🛡️ security
police_car 🚓 police
fire_engine 🚒 fire brigade
ambulance 🚑 medical injured
stethoscope 🩺 medical
pill 💊 medicine
ring_buoy 🛟 rescue sar life ring
swimmer 🏊 man overboard
coffee ☕ break tea
pizza 🍕 food
birthday 🎂 cake
rocket 🚀 launch fast
wrench 🔧 repair
gear ⚙️ settings
computer 💻 system
battery 🔋 power
electric_plug 🔌 power
chart_with_upwards_trend 📈 rise
chart_with_downwards_trend 📉 fall
arrow_up ⬆️ up
arrow_down ⬇️ down
arrow_right ➡️ right next
arrow_left ⬅️ left back
repeat 🔁 again
zap ⚡ fast power
boom 💥 collision explosion
skull 💀 dead
ghost 👻 dark vessel
pirate_flag 🏴‍☠️ piracy
red_circle 🔴 port red
large_green_circle 🟢 starboard green
large_yellow_circle 🟡 caution
white_circle ⚪ clear`

/** Signs in the order in which they are offered. */
export const SIGNS: readonly Sign[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [name = '', sign = '', ...words] = line.split(' ')
    return { name, sign, words: [name.replaceAll('_', ' '), ...words].join(' ') }
  })
const BY_NAME = new Map(SIGNS.map(({ name, sign }) => [name, sign]))
for (const [other, name] of [
  ['thumbsup', '+1'],
  ['thumbsdown', '-1'],
  ['heavy_exclamation_mark', 'exclamation'],
])
  BY_NAME.set(other!, BY_NAME.get(name!)!)

/** Returns the sign of a short name; undefined for one that is not known here. */
export const signOf = (name: string): string | undefined => BY_NAME.get(name)

/** Returns signs whose words begin with what is typed. */
export function findSigns(typed: string): readonly Sign[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return SIGNS
  return SIGNS.filter(
    ({ words }) => words.split(' ').some((word) => word.startsWith(wanted)) || words.startsWith(wanted),
  )
}
