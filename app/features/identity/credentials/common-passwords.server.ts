/**
 * The most common passwords in Chile and elsewhere, which attackers try first: the top of the published lists of leaked
 * passwords with at least 6 characters, plus Spanish and Chilean words, names, clubs and this shop's own.
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
123456 1234567 12345678 123456789 1234567890 0123456789 012345 123123 123123123 1234512345 123321 1234321 654321
7654321 87654321 987654321 9876543210 111111 1111111 11111111 111111111 1111111111 222222 333333 444444 555555 666666
777777 888888 88888888 999999 000000 0000000 00000000 121212 112233 11223344 101010 131313 159753 147258 147258369
159357 789456 789456123 456789 246810 696969 123654 102030 10203040 142536 qwerty qwerty1 qwerty12 qwerty123
qwerty1234 qwerty12345 qwertyu qwertyui qwertyuiop asdfgh asdfghj asdfghjk asdfghjkl asdf1234 asdfasdf asd123 asdasd
asdasdasd zxcvbn zxcvbnm zxcvbnm123 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3 q1w2e3r4 qazwsx qazwsxedc qweasd
qweasdzxc qweqwe qwe123 123qwe 1234qwer poiuyt mnbvcxz password password1 password12 password123 password1234 passw0rd
p@ssw0rd p@ssword pass123 pass1234 passw0rd1 passport letmein letmein1 welcome welcome1 welcome123 admin1 admin12
admin123 admin1234 admin12345 admin123456 administrator administrador root123 rootroot toor123 test123 test1234
testing testtest guest123 user123 usuario usuario1 usuario123 demo123 demo1234 default secret secret123 changeme
changeme123 temporal temporal1 temp123 temp1234 master master123 login123 abc123 abcd1234 abc1234 abc12345 abcdef
abcdefg abcdefgh abcdef123 a1b2c3 a1b2c3d4 a123456 a12345678 aa123456 aaaaaa aaaaaaaa aaa111 a1a1a1 iloveyou iloveyou1
iloveu sunshine princess princesa dragon monkey football baseball superman batman pokemon naruto michael jordan23
shadow hunter trustno1 whatever starwars computer computador internet samsung google google123 facebook hotmail
gmail123 windows contraseña contrasena contraseña1 contrasena1 contraseña123 contrasena123 contrasena2024
contrasena2025 contrasena2026 micontraseña micontrasena clave1 clave12 clave123 clave1234 clave12345 clave2024
clave2025 clave2026 miclave miclave123 claveclave secreto secreto123 acceso acceso123 entrar entrar123 sistema
sistema123 empresa empresa1 empresa123 oficina oficina123 trabajo trabajo123 cambiame cambiame123 cambiar123
bienvenido bienvenida bienvenido1 bienvenidos hola123 hola1234 holahola holamundo teamo1 teamo123 teamomucho tequiero
tequiero1 tequieromucho amorcito amormio amor123 miamor corazon corazon1 corazón mivida mibebe estrella estrellita
mariposa hermosa hermosa1 preciosa bonita chiquita angelito alegria felicidad familia familia1 familia123 hermanos
mimama micasa mascota jesus1 jesucristo diosesamor dios123 amigos amigas chile1 chile12 chile123 chile1234 chile2023
chile2024 chile2025 chile2026 vivachile vivachilectm ctmctm chilechile chilena chileno santiago santiago1 santiago123
valparaiso concepcion antofagasta temuco iquique patagonia atacama colocolo colocolo1 colocolo1925 colocolo123
colo-colo albo1925 albos1925 garrablanca udechile udechile1 udechile1927 universidad universidad1 losdeabajo lau1927
catolica catolica1 cruzados cruzados1937 cobreloa wanderers barcelona barcelona1 realmadrid boca1905 alexis alexis7
alexis9 vidal23 matias matias123 benjamin sebastian sebastian1 cristobal francisco francisco1 francisca valentina
valentina1 martina isidora antonia antonia1 catalina catalina1 camila constanza javiera daniela daniel123 carlos
carlos123 andres andrea nicolas rodrigo gonzalo fernando fernanda alejandro alejandra gabriel gabriela patricia
veronica claudia manuel miguel roberto ricardo eduardo mauricio carolina natalia paulina marcela susana lorena monica
juanito pedrito enero2024 enero2025 enero2026 verano verano2024 verano2025 verano2026 invierno invierno2025
invierno2026 diciembre2025 noviembre2025 marzo2026 septiembre lunes123 primavera2025 fiestaspatrias dieciocho18
empanada pisco123 cachai weonweon huevon123 perrito gatito chocolate chocolate1 mafalda condorito alhena alhena1
alhena123 alhena2025 alhena2026 assessment assessment1 assessment123 evaluacion evaluacion1 evaluacion123
`
    .trim()
    .split(/\s+/),
)

/** Whether a password is among the most common ones, ignoring case (spec D30). */
export const isCommonPassword = (password: string): boolean =>
  COMMON_PASSWORDS.has(password.normalize('NFKC').trim().toLowerCase())
