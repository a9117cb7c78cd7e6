#!/usr/bin/env python3
"""Terraform's own test data, put to Terraform and to Sluice.

    bench/terraform-suites.py [-v] TREE [fmt] [functions] [validate] [test]

TREE is a directory with Terraform's sources (a clone, or what `git archive v1.11.4` gives); sources
of hashicorp/hcl may be among it, for the formatter. Nothing of it is kept. The `terraform` on PATH
answers; cases in which it crashes, and those that lack a provider, are counted apart. -v prints
every case that differs. SLUICE_ARGUMENTS names a file with arguments of java (-cp) to use instead of
a fresh build. SLUICE_JAVA_HOME (or JAVA_HOME, or `java` on PATH) is a JDK 21 or later.
"""
import json, os, re, shutil, subprocess, sys, tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
root = here.parent
verbose = False


class Sluice:
    """One process that runs all commands."""

    def __init__(self):
        arguments = os.environ.get("SLUICE_ARGUMENTS")
        if not arguments:
            subprocess.run([str(root / "sluice"), "version"], check=True, stdout=subprocess.DEVNULL)
            arguments = root / "build/sluice/current/arguments"
        home = os.environ.get("SLUICE_JAVA_HOME") or os.environ.get("JAVA_HOME")
        self.process = subprocess.Popen(
            [f"{home}/bin/java" if home else "java", "--enable-native-access=ALL-UNNAMED", "-Xlog:disable", f"@{arguments}",
             str(here / "ManyCommands.java")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def run(self, directory, *words, input=""):
        self.process.stdin.write(
            json.dumps({"dir": str(directory), "words": words, "input": input}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def terraform(directory, *words, input=""):
    environment = dict(os.environ, TF_CLI_ARGS="", CHECKPOINT_DISABLE="1", TF_IN_AUTOMATION="1",
                       TF_DATA_DIR=".terraform")
    done = subprocess.run(["terraform", *words], cwd=directory, input=input.encode(),
                          capture_output=True, env=environment, timeout=120)
    return {"code": done.returncode, "out": done.stdout.decode(errors="replace"),
            "err": done.stderr.decode(errors="replace")}


class Tally:
    def __init__(self, name):
        self.name, self.same, self.apart, self.different = name, 0, {}, []

    def case(self, name, same, told=""):
        if same:
            self.same += 1
        else:
            self.different.append(name)
            if verbose:
                print(f"--- {self.name}: {name}\n{told}")

    def aside(self, why):
        self.apart[why] = self.apart.get(why, 0) + 1

    def print(self):
        all = self.same + len(self.different)
        apart = "".join(f", {count} {why}" for why, count in self.apart.items())
        share = 100 * self.same / all if all else 100
        print(f"{self.name}: {all} cases, {self.same} the same ({share:.2f} %)"
              f", {len(self.different)} different{apart}", flush=True)


def fmt(tree, sluice, work):
    tally = Tally("formatter")
    endings = (".tf", ".tfvars", ".tftest.hcl", ".hcl", ".hcldec", ".t")
    for path in sorted(tree.rglob("*")):
        if not path.is_file() or not path.name.endswith(endings):
            continue
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            tally.aside("not UTF-8")
            continue
        theirs = terraform(work, "fmt", "-", input=text)
        ours = sluice.run(work, "fmt", "-", input=text)
        same = (theirs["code"] == 0) == (ours["code"] == 0)
        if theirs["code"] == 0:
            # What Terraform prints always ends with a line break, as its files need not.
            same = same and theirs["out"] == ours["out"] + "\n" * (not ours["out"].endswith("\n"))
        tally.case(str(path.relative_to(tree)), same, f"{theirs}\n{ours}")
    tally.print()


def expressions(tree):
    """Expressions in the tables of Terraform's tests of functions."""
    found = []
    for source in tree.rglob("internal/lang/functions_test.go"):
        text = source.read_text()
        for match in re.finditer(r"\{\s*`([^`\n]+)`,\s*\n", text):
            found.append(match.group(1))
    for source in tree.rglob("hclsyntax/expression*_test.go"):
        text = source.read_text()
        for match in re.finditer(r"^\t\t\t`([^`\n]+)`,\n\t\t\t(?:nil|&hcl)", text, re.M):
            template = "template" in source.name  # the text of one, which no console reads bare
            found.append(f'"{match.group(1)}"' if template else match.group(1))
    return sorted(set(found))


def summaries(text):
    return sorted(set(re.findall(r"Error: (.+)", text)))


def functions(tree, sluice, work):
    tally = Tally("expressions")
    fixture = next(iter(tree.rglob("internal/lang/testdata/functions-test")), None)
    for expression in expressions(tree):
        case = Path(tempfile.mkdtemp(dir=work))
        if fixture:
            shutil.copytree(fixture, case / "testdata/functions-test")
            for each in fixture.iterdir():
                if each.is_file():
                    shutil.copy(each, case)
        theirs = terraform(case, "console", "-no-color", input=expression + "\n")
        if "crash" in theirs["err"].lower() or "panic" in theirs["err"].lower():
            tally.aside("crash Terraform")
            continue
        ours = sluice.run(case, "console", input=expression + "\n")
        mine, other = ours["out"].strip(), theirs["out"].strip()
        if theirs["code"] == 0:
            same = ours["code"] == 0 and mine == other
        else:
            # Terraform tells consequences of a fault, too.
            told = set(summaries(ours["err"]))
            same = ours["code"] != 0 and told and told <= set(summaries(theirs["err"]))
        tally.case(expression, same, f"{theirs}\n{ours}")
        shutil.rmtree(case)
    tally.print()


def rewritten(text):
    text = re.sub(r'resource\s+"[^"]+"\s+"', 'resource "terraform_data" "', text)
    return re.sub(r'(?<![\w.])(?:test|aws|foo|null|azurerm|google|do)_\w+\.(?=\w)', 'terraform_data.', text)


LACKS = ("Failed to query available provider packages", "Could not retrieve", "Inconsistent dependency",
         "Missing required provider", "required plugins are not installed", "provider registry",
         "Failed to install provider", "Error accessing remote module registry", "Failed to download module",
         "Could not download module", "Module not found")
OURS_LACK = ("Provider isn't installed", "Unknown provider", "Module not installed")


def validate(tree, sluice, work):
    tally = Tally("validate, resources made terraform_data")
    agreeing = 0
    names = []
    for part in ("configs", "command", "terraform"):
        for testdata in tree.rglob(f"internal/{part}/testdata"):
            names += [d for d, _, files in os.walk(testdata)
                      if any(f.endswith((".tf", ".tf.json")) for f in files)]
            # files that are each a configuration
            for kind in ("valid-files", "invalid-files", "error-files", "warning-files"):
                folder = testdata / kind
                if folder.is_dir():
                    names = [n for n in names if Path(n) != folder]
                    names += [str(f) for f in folder.iterdir() if f.name.endswith((".tf", ".tf.json"))]
    for name in sorted(set(names)):
        case = Path(tempfile.mkdtemp(dir=work))
        inside = case / "m"
        if os.path.isdir(name):
            shutil.copytree(name, inside, symlinks=True)
        else:
            inside.mkdir()
            shutil.copy(name, inside)
        shutil.rmtree(inside / ".terraform", ignore_errors=True)
        for leftover in (".terraform.lock.hcl", "terraform.tfstate"):
            (inside / leftover).unlink(missing_ok=True)
        for path in inside.rglob("*.tf"):
            try:
                path.write_text(rewritten(path.read_text()))
            except (UnicodeDecodeError, OSError):
                pass
        label = os.path.relpath(name, tree)
        begun = terraform(inside, "init", "-backend=false", "-input=false", "-no-color")
        said = begun["out"] + begun["err"]
        if any(lack in said for lack in LACKS):
            tally.aside("lack a provider or a module")
            shutil.rmtree(case)
            continue
        answer = terraform(inside, "validate", "-json")
        try:
            theirs = json.loads(answer["out"])
        except json.JSONDecodeError:
            tally.aside("give no answer")
            continue
        their = {d["summary"] for d in theirs["diagnostics"] if d["severity"] == "error"}
        if any(lack in s for s in their for lack in LACKS):
            tally.aside("lack a provider or a module")
            shutil.rmtree(case)
            continue
        answer = sluice.run(inside, "validate", "--json")
        try:
            ours = json.loads(answer["out"].splitlines()[-1])
            our = {d["summary"] for d in ours["diagnostics"] if d["severity"] == "error"}
            valid = ours["valid"]
        except (IndexError, KeyError, json.JSONDecodeError):
            our, valid = set(summaries(answer["err"])), answer["code"] == 0
        if our and all(s in OURS_LACK for s in our) and not their:
            tally.aside("lack a provider or a module")
            shutil.rmtree(case)
            continue
        agreeing += our == their
        tally.case(label, theirs["valid"] == valid, f"terraform {sorted(their)}\nsluice    {sorted(our)}")
        shutil.rmtree(case)
    tally.print()
    print(f"  with the same set of summaries: {agreeing}", flush=True)


def test(tree, sluice, work):
    plain, changed = Tally("test files"), Tally("test files, test_resource made terraform_data")
    for testdata in tree.rglob("internal/command/testdata/test"):
        for directory in sorted(p for p in testdata.iterdir() if p.is_dir()):
            for tally, rewrite in ((plain, False), (changed, True)):
                case = Path(tempfile.mkdtemp(dir=work))
                inside = case / "m"
                shutil.copytree(directory, inside)
                text = ""
                for path in list(inside.rglob("*.tf")) + list(inside.rglob("*.hcl")):
                    content = path.read_text()
                    if rewrite:
                        content = content.replace('"test_resource"', '"terraform_data"')
                        content = content.replace("test_resource.", "terraform_data.")
                        content = re.sub(r"(?m)^(\s+)value(\s*=)(?!=)", r"\1VALUE\2", content)
                        content = re.sub(r"((?:terraform_data\.\w+|self)(?:\[[^]]*\])?)\.value", r"\1.input", content)
                        content = re.sub(
                            r'(?s)(resource "terraform_data" "\w+" \{.*?\n\})',
                            lambda m: m.group(1).replace("VALUE", "input"), content)
                        content = content.replace("VALUE", "value")
                        content = content.replace('mock_provider "test"', 'mock_provider "terraform"')
                        path.write_text(content)
                    text += content
                foreign = re.search(r'\btest_|provider "test"|"test"|testing_|provider::', text)
                if foreign or (rewrite and "terraform_data" not in text):
                    if tally is changed and foreign:
                        tally.aside("need another provider")
                    shutil.rmtree(case)
                    continue
                begun = terraform(inside, "init", "-input=false", "-no-color")
                if any(lack in begun["out"] + begun["err"] for lack in LACKS):
                    tally.aside("need another provider")
                    shutil.rmtree(case)
                    continue
                theirs = terraform(inside, "test", "-no-color")
                shutil.rmtree(inside / ".terraform", ignore_errors=True)
                ours = sluice.run(inside, "test")
                lines = lambda text: [l for l in text.splitlines()
                                      if re.match(r'(  run |\S+\.tftest\.\w+\.\.\.|Success!|Failure!|Executed)', l)]
                same = theirs["code"] == ours["code"] and lines(theirs["out"]) == lines(ours["out"])
                tally.case(directory.name, same,
                           f"{theirs['out']}{theirs['err']}\n=====\n{ours['out']}{ours['err']}")
                shutil.rmtree(case)
    plain.print()
    changed.print()


def main():
    global verbose
    words = sys.argv[1:]
    if "-v" in words:
        verbose = True
        words.remove("-v")
    if not words:
        sys.exit(__doc__)
    tree = Path(words[0]).resolve()
    suites = words[1:] or ["fmt", "functions", "validate", "test"]
    with tempfile.TemporaryDirectory(prefix="sluice-suites.") as work:
        sluice = Sluice()
        for suite in suites:
            {"fmt": fmt, "functions": functions, "validate": validate, "test": test}[suite](
                tree, sluice, Path(work))


if __name__ == "__main__":
    main()
