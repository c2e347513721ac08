#!/bin/sh
# Copies one app with the core, its migrations and its look into a folder of its own, under a package of your choice.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)

usage() {
  cat <<'TEXT'
./once copy webhooks|forms|jobs|api <folder> --package com.acme.payments

The folder must be new or empty. It becomes a Maven project that needs nothing of this one.
TEXT
}

refuse() {
  printf '%s\n' "$@" >&2
  exit 1
}

app= folder= package=
while [ $# -gt 0 ]; do
  case $1 in
    -h|--help) usage; exit 0 ;;
    --package) [ $# -gt 1 ] || refuse 'There is no name after --package.'; package=$2; shift ;;
    --package=*) package=${1#--package=} ;;
    -*) usage >&2; refuse '' "There is no option '$1'." ;;
    *) if [ -z "$app" ]; then app=$1; elif [ -z "$folder" ]; then folder=$1; else refuse "'$1' is one argument too many."; fi ;;
  esac
  shift
done
[ -n "$app" ] && [ -n "$folder" ] && [ -n "$package" ] || { usage >&2; refuse '' 'Say which app, which folder and which package.'; }

case $app in
  webhooks|forms|jobs) module=$app-app ;;
  api) module=public-api-app ;;
  *) usage >&2; refuse '' "There is no app '$app'." ;;
esac
[ -d "$here/$module" ] || refuse "There is no folder $module here to copy."
printf '%s\n' "$package" | grep -Eq '^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$' ||
  refuse "'$package' is no package name." 'Use lower case letters and at least one dot, such as com.acme.payments.'
case $package. in dev.once.*) refuse "'$package' is in the core's own namespace." 'Choose a package of yours.' ;; esac
if [ -e "$folder" ] && { [ ! -d "$folder" ] || [ -n "$(ls -A "$folder")" ]; }; then
  refuse "$folder exists and is not empty." 'Choose a new folder.'
fi
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
case $folder/ in "$here"/*/src/*) refuse 'That is inside the sources of this project.' 'Choose a folder outside.' ;; esac

# The files: the app with its tests, of the others only what ships.

shared='local-postgres idempotency-core web-support idempotency-test migrations evidence/fault-kit'
for one in $shared; do
  mkdir -p "$folder/$one/src"
  cp "$here/$one/pom.xml" "$folder/$one/"
  cp -R "$here/$one/src/main" "$folder/$one/src/"
done
mkdir -p "$folder/$module"
cp "$here/$module/pom.xml" "$folder/$module/"
cp -R "$here/$module/src" "$folder/$module/"
[ ! -f "$here/$module/README.md" ] || cp "$here/$module/README.md" "$folder/$module/"
if [ -f "$here/docs/$app.md" ]; then mkdir -p "$folder/docs" && cp "$here/docs/$app.md" "$folder/docs/"; fi
cp "$here/LICENSE" "$here/.editorconfig" "$here/.gitignore" "$folder/"

for owner in "$folder"/migrations/src/main/resources/once/migrations/*; do
  case ${owner##*/} in core|"$app") ;; *) rm -r "$owner" ;; esac
done

# Only these modules; and imports sort differently under another name.

awk -v keep=" $shared $module " '
  /<modules>/, /<\/modules>/ { if (/<!--/) next }
  /<module>/ { name = $0; gsub(/.*<module>|<\/module>.*/, "", name); if (index(keep, " " name " ")) print; next }
  /<properties>/ && !told {
    print; told = 1
    print "    <!-- The package was renamed, so imports sort differently: run mvn spotless:apply once, and delete this line. -->"
    print "    <spotless.check.skip>true</spotless.check.skip>"
    next
  }
  { print }' "$here/pom.xml" > "$folder/pom.xml"

# The other apps are not here to be linked to.

demo=$folder/web-support/src/main/resources/once-web-demo.properties
if [ -f "$demo" ]; then grep -v '^once\.web\.links' "$demo" > "$demo.new" || true; mv "$demo.new" "$demo"; fi

# The package.

dots=dev.once.$app
slashes=dev/once/$app
to=$(printf '%s' "$package" | tr . /)
find "$folder/$module" "$folder/idempotency-test" "$folder"/docs* -type f 2> /dev/null | while IFS= read -r file; do
  if grep -Iq "$dots\|$slashes" "$file"; then
    sed -e "s|dev\.once\.$app\([^A-Za-z0-9_-]\)|$package\1|g" -e "s|dev\.once\.$app\$|$package|g" \
      -e "s|$slashes|$to|g" "$file" > "$file.new"
    mv "$file.new" "$file"
  fi
done
for kind in main test; do
  from=$folder/$module/src/$kind/java/$slashes
  if [ -d "$from" ]; then
    mkdir -p "$(dirname "$folder/$module/src/$kind/java/$to")"
    mv "$from" "$folder/$module/src/$kind/java/$to"
    rmdir "$folder/$module/src/$kind/java/dev/once" "$folder/$module/src/$kind/java/dev" 2> /dev/null || true
  fi
done

cat > "$folder/README.md" <<TEXT
# $package

Copied from Once: \`$module\` under the package \`$package\`, with the core (\`dev.once.core\`), its migrations and its look.

    mvn verify                                                                    # builds it, and tests it on a PostgreSQL of its own
    mvn -DskipTests install                                                       # once, so that the app can be run alone
    mvn -pl $module spring-boot:run -Dspring-boot.run.profiles=demo               # look at it; the database is in .once
    java -jar $module/target/$module-*.jar                                        # on your database: it says what it needs

Yours to change is \`$module\`. Leave \`idempotency-core\` as it is, so that corrections can be taken over by replacing the folder.
Licence: Apache-2.0, see LICENSE.
TEXT

echo "$module is in $folder now, as $package. Next: cd $folder && mvn verify"
