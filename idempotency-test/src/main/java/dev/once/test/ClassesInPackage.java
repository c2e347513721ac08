package dev.once.test;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.AbstractClassesTransformer;
import java.util.ArrayList;
import java.util.List;

/** The classes of a package wherever they are, also where a test analyses other packages only. */
final class ClassesInPackage extends AbstractClassesTransformer<JavaClass> {

    private final String name;

    ClassesInPackage(String name) {
        super("classes in package " + name);
        this.name = name;
    }

    @Override
    public Iterable<JavaClass> doTransform(JavaClasses analysed) {
        List<JavaClass> found = new ArrayList<>(new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(name));
        analysed.stream()
                .filter(type -> (type.getPackageName() + ".").startsWith(name + "."))
                .forEach(found::add);
        return found;
    }
}
